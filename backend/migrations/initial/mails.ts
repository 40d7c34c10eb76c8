/** The outbox: addresses that mails go to, and mails. */
export const mails = `
  CREATE TABLE mail_recipients (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "email" text NOT NULL UNIQUE,
    "refusedAt" timestamptz,
    "refusal" text NOT NULL DEFAULT '',
    "stoppedAt" timestamptz,
    "stopToken" text NOT NULL UNIQUE DEFAULT encode(uuid_send(gen_random_uuid()), 'hex'),
    "createdAt" timestamptz NOT NULL DEFAULT now()
  );

  CREATE TABLE mails (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "recipientId" uuid NOT NULL REFERENCES mail_recipients ON DELETE CASCADE,
    "kind" text NOT NULL,
    "language" text NOT NULL,
    "dedupeKey" text NOT NULL,
    "clientId" uuid REFERENCES clients ON DELETE CASCADE,
    "reviewId" uuid REFERENCES reviews ON DELETE CASCADE,
    "linkId" uuid REFERENCES review_links ON DELETE CASCADE,
    "userId" uuid REFERENCES users ON DELETE CASCADE,
    "facts" jsonb NOT NULL DEFAULT '{}',
    "state" text NOT NULL CHECK (state IN ('waiting', 'unsent', 'sent', 'failed', 'dropped')),
    "messageId" text,
    "dueAt" timestamptz NOT NULL,
    "sentAt" timestamptz,
    "attempts" integer NOT NULL DEFAULT 0,
    "error" text NOT NULL DEFAULT '',
    "createdAt" timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  -- What is added about the same while a mail waits becomes part of that mail.
  CREATE UNIQUE INDEX mails_one_waiting ON mails ("recipientId", "kind", "dedupeKey")
    WHERE state IN ('waiting', 'unsent') AND "messageId" IS NULL;
  CREATE INDEX mails_due ON mails ("dueAt") WHERE state = 'waiting';
  CREATE INDEX mails_reminders ON mails ("linkId", "dueAt")
    WHERE "kind" = 'reminder' AND "state" IN ('waiting', 'unsent');
  CREATE INDEX mails_newest ON mails ("createdAt" DESC, "id");
  CREATE INDEX "mails_by_recipientId" ON mails ("recipientId") WHERE "recipientId" IS NOT NULL;
  CREATE INDEX "mails_by_clientId" ON mails ("clientId") WHERE "clientId" IS NOT NULL;
  CREATE INDEX "mails_by_reviewId" ON mails ("reviewId") WHERE "reviewId" IS NOT NULL;
  CREATE INDEX "mails_by_linkId" ON mails ("linkId") WHERE "linkId" IS NOT NULL;
  CREATE INDEX "mails_by_userId" ON mails ("userId") WHERE "userId" IS NOT NULL;

  -- Links by which people choose a password: colleagues who are invited, and users who have forgotten theirs.
  CREATE TABLE password_links (
    "id" uuid PRIMARY KEY,
    "kind" text NOT NULL CHECK (kind IN ('invitation', 'reset')),
    "tokenHash" text NOT NULL UNIQUE,
    "email" text NOT NULL,
    "name" text NOT NULL DEFAULT '',
    "userId" uuid REFERENCES users ON DELETE CASCADE,
    "invitedById" uuid REFERENCES users ON DELETE CASCADE,
    "origin" text NOT NULL,
    "mailId" uuid UNIQUE REFERENCES mails ON DELETE SET NULL,
    "expiresAt" timestamptz NOT NULL,
    "createdAt" timestamptz NOT NULL DEFAULT now(),
    UNIQUE ("kind", "email"),
    CONSTRAINT password_links_reset_of_user CHECK (("kind" = 'reset') = ("userId" IS NOT NULL)),
    CONSTRAINT password_links_invited_by CHECK (("kind" = 'invitation') = ("invitedById" IS NOT NULL))
  );
`;
