/** What clients review: moments and optimizations, kept in one table, with a view for each kind. */
export const reviews = `
  CREATE TABLE reviews (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "kind" text NOT NULL CHECK ("kind" IN ('moment', 'optimization')),
    "clientId" uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    -- Of a moment; the business's name of an optimization.
    "title" text NOT NULL,
    "searchText" text NOT NULL GENERATED ALWAYS AS (search_text("title")) STORED,
    "status" text NOT NULL DEFAULT 'draft',
    "openLink" boolean NOT NULL DEFAULT true,
    "dueOn" date,
    "sharedAt" timestamptz,
    -- When a visitor first opened it or decided, set by a trigger of the history.
    "openedAt" timestamptz,
    -- Where in the history the present round of decisions begins, whether it is decided, and what the reviewer said
    -- at its end.
    "roundStart" bigint NOT NULL DEFAULT 0,
    "isDecided" boolean NOT NULL DEFAULT false,
    "done" jsonb,
    "createdAt" timestamptz NOT NULL DEFAULT now(),

    -- Of moments: how many images there are, how many approved ones were not delivered yet, and the last delivery.
    "imageCount" integer NOT NULL DEFAULT 0,
    "undelivered" int NOT NULL DEFAULT 0,
    "deliveredAt" timestamptz,
    "deliveredBy" text,

    -- Of optimizations: their record, their open link, and how far they are.
    "website" text NOT NULL DEFAULT '',
    "gmbLink" text NOT NULL DEFAULT '',
    "phone" text NOT NULL DEFAULT '',
    "address" text NOT NULL DEFAULT '',
    "hours" text NOT NULL DEFAULT '',
    "categories" text NOT NULL DEFAULT '',
    "currentDescription" text NOT NULL DEFAULT '',
    "currentServices" text NOT NULL DEFAULT '',
    "currentServiceAreas" text NOT NULL DEFAULT '',
    "currentFAQs" text NOT NULL DEFAULT '',
    "revision" integer NOT NULL DEFAULT 1,
    "editor" text,
    "websiteScan" jsonb,
    "currentStep" integer NOT NULL DEFAULT 1 CHECK ("currentStep" BETWEEN 1 AND 5),
    "publicLink" text UNIQUE,
    "throttledUntil" timestamptz,

    CONSTRAINT reviews_status CHECK ("status" IN ('draft', 'generated', 'pending', 'approved', 'rejected')
      AND "kind" = 'moment' OR "status" IN ('draft', 'in_progress', 'completed') AND "kind" = 'optimization'),
    CONSTRAINT reviews_public_link CHECK (("kind" = 'optimization') = ("publicLink" IS NOT NULL))
  );
  CREATE INDEX reviews_by_client ON reviews ("clientId");

  -- What SQL about one kind reads and writes: its rows and columns alone.
  CREATE VIEW moments AS SELECT "id", "kind", "clientId", "title", "searchText", "status", "openLink", "dueOn", "sharedAt",
      "openedAt", "roundStart", "isDecided", "done", "createdAt", "imageCount", "undelivered", "deliveredAt", "deliveredBy"
    FROM reviews WHERE "kind" = 'moment';
  ALTER VIEW moments ALTER "kind" SET DEFAULT 'moment';
  CREATE VIEW optimizations AS SELECT "id", "kind", "clientId", "title", "searchText", "status", "openLink", "dueOn",
      "sharedAt", "openedAt", "roundStart", "isDecided", "done", "createdAt", "currentStep", "publicLink", "throttledUntil"
    FROM reviews WHERE "kind" = 'optimization';
  ALTER VIEW optimizations ALTER "kind" SET DEFAULT 'optimization';

  -- Lists are ordered and filtered by these.
  CREATE INDEX moments_newest ON reviews ("createdAt" DESC, "id") WHERE "kind" = 'moment';
  CREATE INDEX moments_by_client ON reviews ("clientId", "createdAt" DESC) WHERE "kind" = 'moment';
  CREATE INDEX moments_by_lower_title ON reviews (lower("title"), "id") WHERE "kind" = 'moment';
  CREATE INDEX moments_by_status ON reviews ("status", "createdAt" DESC, "id") WHERE "kind" = 'moment';
  CREATE INDEX optimizations_newest ON reviews ("createdAt" DESC, "id") WHERE "kind" = 'optimization';
  -- Searches, as those of agencies.
  CREATE INDEX moments_title_prefix ON reviews ("searchText" text_pattern_ops) WHERE "kind" = 'moment';
  CREATE INDEX moments_title_search ON reviews USING gin ("searchText" gin_trgm_ops) WHERE "kind" = 'moment';
  CREATE INDEX optimizations_title_prefix ON reviews ("searchText" text_pattern_ops) WHERE "kind" = 'optimization';
  CREATE INDEX optimizations_title_search ON reviews USING gin ("searchText" gin_trgm_ops) WHERE "kind" = 'optimization';
  -- The few rows that wait for somebody.
  CREATE INDEX moments_waiting ON reviews ("clientId") WHERE "kind" = 'moment' AND "status" IN ('pending', 'rejected');
  CREATE INDEX moments_unopened ON reviews ("sharedAt")
    WHERE "kind" = 'moment' AND "openedAt" IS NULL AND "sharedAt" IS NOT NULL AND "status" = 'pending';
  CREATE INDEX reviews_due ON reviews ("dueOn") WHERE "dueOn" IS NOT NULL AND "status" NOT IN ('approved', 'completed');
  CREATE INDEX moments_undelivered ON reviews ("createdAt" DESC)
    WHERE "kind" = 'moment' AND "status" = 'approved' AND "undelivered" > 0;
  CREATE INDEX optimizations_unshared ON reviews ("createdAt" DESC) WHERE "kind" = 'optimization'
    AND "status" = 'in_progress' AND "currentStep" = 5 AND "sharedAt" IS NULL AND "openedAt" IS NULL;
  CREATE INDEX optimizations_unopened ON reviews ("sharedAt")
    WHERE "kind" = 'optimization' AND "status" = 'in_progress' AND "sharedAt" IS NOT NULL AND "openedAt" IS NULL;

  -- Counts of moments per status, so that a list need not count rows. Each change inserts rows with +1 or -1, so that
  -- transactions do not wait for each other; the rows of one status are merged from time to time.
  CREATE TABLE moment_counts (
    "status" text NOT NULL,
    "count" integer NOT NULL
  );
  CREATE FUNCTION count_moments_insert() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO moment_counts SELECT status, sum(n) FROM (SELECT status, 1 AS n FROM came WHERE kind = 'moment') changes
        GROUP BY status HAVING sum(n) <> 0;
      RETURN NULL;
    END $$;
  CREATE FUNCTION count_moments_update() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO moment_counts SELECT status, sum(n)
        FROM (
          SELECT status, -1 AS n FROM gone WHERE kind = 'moment' UNION ALL SELECT status, 1 AS n FROM came WHERE kind = 'moment'
        ) changes
        GROUP BY status HAVING sum(n) <> 0;
      RETURN NULL;
    END $$;
  CREATE FUNCTION count_moments_delete() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO moment_counts SELECT status, sum(n) FROM (SELECT status, -1 AS n FROM gone WHERE kind = 'moment') changes
        GROUP BY status HAVING sum(n) <> 0;
      RETURN NULL;
    END $$;
  CREATE TRIGGER moments_counted_insert AFTER INSERT ON reviews
    REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_moments_insert();
  CREATE TRIGGER moments_counted_update AFTER UPDATE ON reviews
    REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_moments_update();
  CREATE TRIGGER moments_counted_delete AFTER DELETE ON reviews
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_moments_delete();
`;
