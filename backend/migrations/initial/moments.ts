export const moments = `
  CREATE TABLE moments (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "title" text NOT NULL,
    "searchText" text NOT NULL GENERATED ALWAYS AS (search_text("title")) STORED,
    "clientId" uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    "status" text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'generated', 'pending', 'approved', 'rejected')),
    "imageCount" integer NOT NULL DEFAULT 0,
    "sharedAt" timestamptz,
    -- When a visitor first opened it or decided, set by a trigger of the history.
    "openedAt" timestamptz,
    "openLink" boolean NOT NULL DEFAULT true,
    "dueOn" date,
    -- Where in the history the present round of decisions begins, whether it is decided, and what the reviewer said
    -- at its end.
    "roundStart" bigint NOT NULL DEFAULT 0,
    "isDecided" boolean NOT NULL DEFAULT false,
    "done" jsonb,
    -- How many approved images were not delivered yet, and the last delivery.
    "undelivered" int NOT NULL DEFAULT 0,
    "deliveredAt" timestamptz,
    "deliveredBy" text,
    "createdAt" timestamptz NOT NULL DEFAULT now()
  );
  -- Lists are ordered and filtered by these.
  CREATE INDEX moments_newest ON moments ("createdAt" DESC, "id");
  CREATE INDEX moments_by_lower_title ON moments (lower("title"), "id");
  CREATE INDEX moments_by_status ON moments ("status", "createdAt" DESC);
  CREATE INDEX moments_by_client ON moments ("clientId", "createdAt" DESC);
  -- Searches, as those of agencies.
  CREATE INDEX moments_title_prefix ON moments ("searchText" text_pattern_ops);
  CREATE INDEX moments_title_search ON moments USING gin ("searchText" gin_trgm_ops);
  -- The few rows that wait for somebody.
  CREATE INDEX moments_waiting ON moments ("clientId") WHERE "status" IN ('pending', 'rejected');
  CREATE INDEX moments_unopened ON moments ("sharedAt")
    WHERE "openedAt" IS NULL AND "sharedAt" IS NOT NULL AND "status" = 'pending';
  CREATE INDEX moments_due ON moments ("dueOn") WHERE "dueOn" IS NOT NULL AND "status" <> 'approved';
  CREATE INDEX moments_undelivered ON moments ("createdAt" DESC) WHERE "status" = 'approved' AND "undelivered" > 0;

  -- Counts of moments per status, so that a list need not count rows. Each change inserts rows with +1 or -1, so that
  -- transactions do not wait for each other; the rows of one status are merged from time to time.
  CREATE TABLE moment_counts (
    "status" text NOT NULL,
    "count" integer NOT NULL
  );
  CREATE FUNCTION count_moments_insert() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO moment_counts SELECT status, sum(n) FROM (SELECT status, 1 AS n FROM came) changes
        GROUP BY status HAVING sum(n) <> 0;
      RETURN NULL;
    END $$;
  CREATE FUNCTION count_moments_update() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO moment_counts SELECT status, sum(n)
        FROM (SELECT status, -1 AS n FROM gone UNION ALL SELECT status, 1 AS n FROM came) changes
        GROUP BY status HAVING sum(n) <> 0;
      RETURN NULL;
    END $$;
  CREATE FUNCTION count_moments_delete() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO moment_counts SELECT status, sum(n) FROM (SELECT status, -1 AS n FROM gone) changes
        GROUP BY status HAVING sum(n) <> 0;
      RETURN NULL;
    END $$;
  CREATE TRIGGER moments_counted_insert AFTER INSERT ON moments
    REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_moments_insert();
  CREATE TRIGGER moments_counted_update AFTER UPDATE ON moments
    REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_moments_update();
  CREATE TRIGGER moments_counted_delete AFTER DELETE ON moments
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_moments_delete();
`;
