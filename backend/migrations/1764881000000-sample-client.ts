import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Marks the client that was made to try the product with: one at most. */
export class SampleClient1764881000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE clients ADD COLUMN "isSample" boolean NOT NULL DEFAULT false');
    await queryRunner.query('CREATE UNIQUE INDEX clients_one_sample ON clients ("isSample") WHERE "isSample"');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE clients DROP COLUMN "isSample"');
  }
}
