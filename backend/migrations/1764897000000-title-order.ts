import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Moments are listed by title without regard to case. */
export class TitleOrder1764897000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('CREATE INDEX moments_by_lower_title ON moments (lower("title"), "id")');
    await queryRunner.query('DROP INDEX moments_by_title');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('CREATE INDEX moments_by_title ON moments ("title", "id")');
    await queryRunner.query('DROP INDEX moments_by_lower_title');
  }
}
