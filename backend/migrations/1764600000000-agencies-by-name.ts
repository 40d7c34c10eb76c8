import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A list of agencies is ordered by it. */
export class AgenciesByName1764600000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('CREATE INDEX agencies_by_name ON agencies ("name", "id")');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX agencies_by_name');
  }
}
