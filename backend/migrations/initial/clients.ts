export const clients = `
  CREATE TABLE clients (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "business" text NOT NULL,
    "searchText" text NOT NULL GENERATED ALWAYS AS (search_text("business")) STORED,
    "agencyId" uuid REFERENCES agencies ON DELETE SET NULL,
    "description" text NOT NULL DEFAULT '',
    "mediaDescription" text NOT NULL DEFAULT '',
    "serviceAreas" text NOT NULL DEFAULT '',
    "targetKeywords" text[] NOT NULL DEFAULT '{}',
    "categories" text[] NOT NULL DEFAULT '{}',
    "notes" text NOT NULL DEFAULT '',
    "website" text NOT NULL DEFAULT '',
    "phone" text NOT NULL DEFAULT '',
    "address" text NOT NULL DEFAULT '',
    "socialLinks" text[] NOT NULL DEFAULT '{}',
    -- After how many days reviewers are reminded, and what the mails say.
    "reminderDays" int[] NOT NULL DEFAULT '{1,3,5}',
    "reminderText" text NOT NULL DEFAULT '',
    "openLink" boolean NOT NULL DEFAULT true,
    "isSample" boolean NOT NULL DEFAULT false,
    "revision" integer NOT NULL DEFAULT 1,
    "editor" text,
    "createdAt" timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX clients_agency ON clients ("agencyId");
  -- Lists are ordered by these two.
  CREATE INDEX clients_by_business ON clients ("business", "id");
  CREATE INDEX clients_newest ON clients ("createdAt" DESC, "id");
  -- Searches, as those of agencies.
  CREATE INDEX clients_business_prefix ON clients ("searchText" text_pattern_ops);
  CREATE INDEX clients_business_search ON clients USING gin ("searchText" gin_trgm_ops);
  -- One at most was made to try the product with.
  CREATE UNIQUE INDEX clients_one_sample ON clients ("isSample") WHERE "isSample";
`;
