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
    "momentId" uuid REFERENCES moments ON DELETE CASCADE,
    "optimizationId" uuid REFERENCES gmb_optimizations ON DELETE CASCADE,
    "clientId" uuid REFERENCES clients ON DELETE CASCADE,
    "topic" text NOT NULL,
    "kind" text NOT NULL,
    "firstEntry" bigint,
    "lastEntry" bigint,
    "facts" jsonb NOT NULL DEFAULT '{}',
    "at" timestamptz NOT NULL DEFAULT now(),
    "readAt" timestamptz,
    "mailedAt" timestamptz,
    CONSTRAINT notifications_one_subject CHECK (num_nonnulls("momentId", "optimizationId", "clientId") = 1)
  ) WITH (fillfactor = 70);
  -- Without "at", so that adding to an unread one changes no index.
  CREATE INDEX notifications_by_user ON notifications ("userId");
  CREATE INDEX notifications_by_moment ON notifications ("momentId");
  CREATE INDEX notifications_by_optimization ON notifications ("optimizationId");
  CREATE INDEX notifications_by_client ON notifications ("clientId") WHERE "clientId" IS NOT NULL;
  CREATE UNIQUE INDEX notifications_unread_by_moment ON notifications ("momentId", "topic", "userId")
    WHERE "readAt" IS NULL;
  CREATE UNIQUE INDEX notifications_unread_by_optimization ON notifications ("optimizationId", "topic", "userId")
    WHERE "readAt" IS NULL;
  CREATE UNIQUE INDEX notifications_unread_by_client ON notifications ("clientId", "topic", "userId")
    WHERE "readAt" IS NULL;

  -- Entries of the history that staff are not notified of yet. The transaction that writes such an entry adds it here,
  -- so that a decision waits for no notification.
  CREATE TABLE pending_entries ("entryId" bigint PRIMARY KEY, "userId" uuid);
`;
