import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links by which people choose a password: colleagues who are invited, and users who have forgotten theirs. */
export class PasswordLinks1764941000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE password_links (
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
      CHECK (("kind" = 'reset') = ("userId" IS NOT NULL)),
      CHECK (("kind" = 'invitation') = ("invitedById" IS NOT NULL))
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE password_links');
  }
}
