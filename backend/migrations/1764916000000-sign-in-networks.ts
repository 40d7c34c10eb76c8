import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The networks from which each user has signed in, which guesses of others do not lock out. */
export class SignInNetworks1764916000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE sign_in_networks (
        "userId" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        "network" text NOT NULL,
        "lastAt" timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY ("userId", "network")
      )`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE sign_in_networks');
  }
}
