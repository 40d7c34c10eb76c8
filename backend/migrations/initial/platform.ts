/** What the platform keeps, whatever the product is about. */
export const platform = `
  CREATE TABLE rate_limits (
    "key" varchar(255) PRIMARY KEY,
    "points" integer NOT NULL DEFAULT 0,
    "expire" bigint
  );

  CREATE TABLE idempotency_keys (
    "userId" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    "key" text NOT NULL,
    "fingerprint" text NOT NULL,
    -- What the files of an upload hold, beside their names and sizes.
    "contents" text,
    "imageIds" uuid[] NOT NULL,
    "createdAt" timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY ("userId", "key")
  );

  -- Folders of stored files that nothing shows any more. Triggers of the tables that own files insert them.
  CREATE TABLE deletions (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "folder" text NOT NULL,
    "notBefore" timestamptz NOT NULL DEFAULT now(),
    "attempts" integer NOT NULL DEFAULT 0,
    "lastError" text,
    "createdAt" timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX deletions_due ON deletions ("notBefore");
  CREATE INDEX deletions_by_folder ON deletions ("folder");
`;
