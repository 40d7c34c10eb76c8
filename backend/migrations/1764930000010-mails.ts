import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The outbox: addresses that mails go to, and mails. */
export class Mails1764930000010 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UP = [
  `CREATE TABLE mail_recipients (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "email" text NOT NULL UNIQUE,
    "refusedAt" timestamptz,
    "refusal" text NOT NULL DEFAULT '',
    "stoppedAt" timestamptz,
    "stopToken" text NOT NULL UNIQUE DEFAULT encode(uuid_send(gen_random_uuid()), 'hex'),
    "createdAt" timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TRIGGER mail_recipients_runs_deleted AFTER DELETE ON mail_recipients
    FOR EACH ROW EXECUTE FUNCTION delete_runs()`,
  // Two workers at once never start the mails of one recipient twice.
  `CREATE UNIQUE INDEX runs_one_of_recipient ON runs ("subjectId")
    WHERE "kind" = 'notifications' AND state IN ('queued', 'running')`,
  `CREATE TABLE mails (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "recipientId" uuid NOT NULL REFERENCES mail_recipients ON DELETE CASCADE,
    "kind" text NOT NULL,
    "language" text NOT NULL,
    "subject" text NOT NULL,
    "clientId" uuid REFERENCES clients ON DELETE CASCADE,
    "momentId" uuid REFERENCES moments ON DELETE CASCADE,
    "optimizationId" uuid REFERENCES gmb_optimizations ON DELETE CASCADE,
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
  )`,
  // What is added about the same while a mail waits becomes part of that mail.
  `CREATE UNIQUE INDEX mails_one_waiting ON mails ("recipientId", "kind", "subject")
    WHERE state IN ('waiting', 'unsent') AND "messageId" IS NULL`,
  `CREATE INDEX mails_due ON mails ("dueAt") WHERE state = 'waiting'`,
  'CREATE INDEX mails_newest ON mails ("createdAt" DESC, "id")',
  ...['recipientId', 'clientId', 'momentId', 'optimizationId', 'linkId', 'userId'].map(
    (column) => `CREATE INDEX "mails_by_${column}" ON mails ("${column}") WHERE "${column}" IS NOT NULL`,
  ),
];

const DOWN = [
  `DELETE FROM runs WHERE "kind" = 'notifications'`,
  'DROP INDEX runs_one_of_recipient',
  'DROP TABLE mails, mail_recipients',
];
