/** The look of the product: its own settings, and the agencies that clients belong to. */
export const agencies = `
  -- One row.
  CREATE TABLE settings (
    "id" boolean PRIMARY KEY DEFAULT true CHECK (id),
    "brandName" text NOT NULL DEFAULT '',
    "primaryColor" text NOT NULL DEFAULT '#3b82f6',
    "logoFileId" uuid,
    "revision" integer NOT NULL DEFAULT 1,
    "editor" text
  );
  INSERT INTO settings DEFAULT VALUES;

  CREATE TABLE agencies (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "name" text NOT NULL,
    "searchText" text NOT NULL GENERATED ALWAYS AS (search_text("name")) STORED,
    "primaryColor" text NOT NULL DEFAULT '#6366f1',
    "logoFileId" uuid,
    "replyTo" text NOT NULL DEFAULT '',
    "postalAddress" text NOT NULL DEFAULT '',
    "customDomain" text UNIQUE CHECK ("customDomain" = lower("customDomain")),
    -- What the checks of the domain found, and when a verified one is checked again.
    "domainVerified" boolean NOT NULL DEFAULT false,
    "domainNote" text NOT NULL DEFAULT '',
    "domainMisses" integer NOT NULL DEFAULT 0,
    "domainDueAt" timestamptz NOT NULL DEFAULT now(),
    "revision" integer NOT NULL DEFAULT 1,
    "editor" text,
    "createdAt" timestamptz NOT NULL DEFAULT now()
  );
  -- Lists are ordered by these two.
  CREATE INDEX agencies_by_name ON agencies ("name", "id");
  CREATE INDEX agencies_newest ON agencies ("createdAt" DESC, "id");
  -- Searches by the first letters, in every script: trigrams are made of more letters, and on some systems of Latin
  -- ones only.
  CREATE INDEX agencies_name_prefix ON agencies ("searchText" text_pattern_ops);
  CREATE INDEX agencies_name_search ON agencies USING gin ("searchText" gin_trgm_ops);
  CREATE INDEX agencies_domain_due ON agencies ("domainDueAt") WHERE "domainVerified";

  -- A logo's file goes when nothing shows it any more, however its row was changed.
  CREATE FUNCTION schedule_logo_deletion() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO deletions ("folder") VALUES ('logos/' || OLD."logoFileId"); RETURN NULL; END $$;
  CREATE TRIGGER settings_logo_replaced AFTER UPDATE OF "logoFileId" ON settings
    FOR EACH ROW WHEN (OLD."logoFileId" IS DISTINCT FROM NEW."logoFileId" AND OLD."logoFileId" IS NOT NULL)
    EXECUTE FUNCTION schedule_logo_deletion();
  CREATE TRIGGER agencies_logo_replaced AFTER UPDATE OF "logoFileId" ON agencies
    FOR EACH ROW WHEN (OLD."logoFileId" IS DISTINCT FROM NEW."logoFileId" AND OLD."logoFileId" IS NOT NULL)
    EXECUTE FUNCTION schedule_logo_deletion();
  CREATE TRIGGER agencies_deleted AFTER DELETE ON agencies
    FOR EACH ROW WHEN (OLD."logoFileId" IS NOT NULL) EXECUTE FUNCTION schedule_logo_deletion();
`;
