import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE review_links ADD COLUMN "wrongPasscodes" int NOT NULL DEFAULT 0, ADD COLUMN "lockedAt" timestamptz`,
  'ALTER TABLE notifications ADD COLUMN "clientId" uuid REFERENCES clients ON DELETE CASCADE',
  'ALTER TABLE notifications DROP CONSTRAINT notifications_check',
  `ALTER TABLE notifications ADD CONSTRAINT notifications_check
    CHECK (num_nonnulls("momentId", "optimizationId", "clientId") = 1)`,
  'CREATE INDEX notifications_by_client ON notifications ("clientId") WHERE "clientId" IS NOT NULL',
  `CREATE UNIQUE INDEX notifications_unread_by_client ON notifications ("clientId", "topic", "userId")
    WHERE "readAt" IS NULL`,
];
const DOWN = [
  'DELETE FROM notifications WHERE "clientId" IS NOT NULL',
  'ALTER TABLE notifications DROP CONSTRAINT notifications_check',
  'ALTER TABLE notifications DROP COLUMN "clientId"',
  `ALTER TABLE notifications ADD CONSTRAINT notifications_check
    CHECK (num_nonnulls("momentId", "optimizationId") = 1)`,
  'ALTER TABLE review_links DROP COLUMN "wrongPasscodes", DROP COLUMN "lockedAt"',
];

/** Links that are locked after too many wrong passcodes, of which staff are notified: also of those to all work of a client. */
export class LockedLinks1765021000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
