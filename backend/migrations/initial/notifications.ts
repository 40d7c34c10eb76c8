/** What members of staff are notified of. */
export const notifications = `
  CREATE TABLE follows (
    "userId" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    "clientId" uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    PRIMARY KEY ("userId", "clientId")
  );
  CREATE INDEX follows_by_client ON follows ("clientId");

  -- With room in its pages: adding to an unread notification updates its row.
  CREATE TABLE notifications (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "userId" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    -- What it is about: a review or, for a link to all work, a client.
    "reviewId" uuid REFERENCES reviews ON DELETE CASCADE,
    "clientId" uuid REFERENCES clients ON DELETE CASCADE,
    "topic" text NOT NULL,
    "kind" text NOT NULL,
    "firstEntry" bigint,
    "lastEntry" bigint,
    "facts" jsonb NOT NULL DEFAULT '{}',
    "at" timestamptz NOT NULL DEFAULT now(),
    "readAt" timestamptz,
    "mailedAt" timestamptz,
    CONSTRAINT notifications_one_subject CHECK (num_nonnulls("reviewId", "clientId") = 1)
  ) WITH (fillfactor = 70);
  -- Without "at", so that adding to an unread one changes no index.
  CREATE INDEX notifications_by_user ON notifications ("userId");
  CREATE INDEX notifications_by_review ON notifications ("reviewId");
  CREATE INDEX notifications_by_client ON notifications ("clientId") WHERE "clientId" IS NOT NULL;
  CREATE UNIQUE INDEX notifications_one_unread ON notifications (coalesce("reviewId", "clientId"), "topic", "userId")
    WHERE "readAt" IS NULL;

  -- Entries of the history that staff are not notified of yet. The transaction that writes such an entry adds it here,
  -- so that a decision waits for no notification.
  CREATE TABLE pending_entries ("entryId" bigint PRIMARY KEY, "userId" uuid);
`;
