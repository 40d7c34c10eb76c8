import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE users
    ADD COLUMN "notify" text NOT NULL DEFAULT 'at_once' CHECK ("notify" IN ('at_once', 'daily', 'off')),
    ADD COLUMN "notifyAbout" text NOT NULL DEFAULT 'all' CHECK ("notifyAbout" IN ('all', 'followed'))`,
  `CREATE TABLE follows (
    "userId" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    "clientId" uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    PRIMARY KEY ("userId", "clientId")
  )`,
  'CREATE INDEX follows_by_client ON follows ("clientId")',
  `CREATE TABLE notifications (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "userId" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    "momentId" uuid REFERENCES moments ON DELETE CASCADE,
    "optimizationId" uuid REFERENCES gmb_optimizations ON DELETE CASCADE,
    "topic" text NOT NULL,
    "kind" text NOT NULL,
    "firstEntry" bigint,
    "lastEntry" bigint,
    "facts" jsonb NOT NULL DEFAULT '{}',
    "at" timestamptz NOT NULL DEFAULT now(),
    "readAt" timestamptz,
    CHECK (num_nonnulls("momentId", "optimizationId") = 1)
  ) WITH (fillfactor = 70)`,
  // Without "at", so that adding to an unread one changes no index.
  'CREATE INDEX notifications_by_user ON notifications ("userId")',
  'CREATE INDEX notifications_by_moment ON notifications ("momentId")',
  'CREATE INDEX notifications_by_optimization ON notifications ("optimizationId")',
  ...['momentId', 'optimizationId'].map(
    (subject) =>
      `CREATE UNIQUE INDEX notifications_unread_by_${subject.slice(0, -2)}
       ON notifications ("${subject}", "topic", "userId") WHERE "readAt" IS NULL`,
  ),
];
const DOWN = [
  'DROP TABLE notifications',
  'DROP TABLE follows',
  'ALTER TABLE users DROP COLUMN "notify", DROP COLUMN "notifyAbout"',
];

/** Notifications of each member of staff about moments and optimizations, and how they want to be notified. */
export class Notifications1764930000039 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
