/** Reviewers of a client, and their links, each for one review or all open work of the client. */
export const reviewers = `
  CREATE TABLE reviewers (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "clientId" uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    "name" text NOT NULL,
    "email" text NOT NULL DEFAULT '',
    "language" text NOT NULL DEFAULT 'en',
    "timeZone" text NOT NULL DEFAULT 'UTC',
    "createdAt" timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX reviewers_by_client ON reviewers ("clientId", "createdAt");
  CREATE UNIQUE INDEX reviewers_one_per_address ON reviewers ("clientId", "email") WHERE "email" <> '';

  CREATE TABLE review_links (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "reviewerId" uuid NOT NULL REFERENCES reviewers ON DELETE CASCADE,
    "reviewId" uuid REFERENCES reviews ON DELETE CASCADE,
    "tokenHash" text NOT NULL UNIQUE,
    -- How often it was replaced: its token follows from that number too, so that an earlier one opens nothing.
    "replaced" int NOT NULL DEFAULT 0,
    "origin" text NOT NULL,
    "mayDecide" boolean NOT NULL DEFAULT true,
    "passcodeHash" text NOT NULL DEFAULT '',
    "wrongPasscodes" int NOT NULL DEFAULT 0,
    "lockedAt" timestamptz,
    "reminderDays" int[] NOT NULL DEFAULT '{}',
    -- The member of staff who gets the answers to its mails.
    "sharedById" uuid REFERENCES users ON DELETE SET NULL,
    "expiresAt" timestamptz,
    "revokedAt" timestamptz,
    "revokedBy" text,
    "firstOpenedAt" timestamptz,
    "lastSeenAt" timestamptz,
    "createdAt" timestamptz NOT NULL DEFAULT now()
  );
  CREATE UNIQUE INDEX review_links_one_each ON review_links ("reviewerId", coalesce("reviewId", "reviewerId"));
  CREATE INDEX review_links_by_review ON review_links ("reviewId") WHERE "reviewId" IS NOT NULL;
  CREATE INDEX review_links_by_sharer ON review_links ("sharedById");
`;
