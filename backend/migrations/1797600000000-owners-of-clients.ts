import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The member of staff who is responsible for a client. */
export class OwnersOfClients1797600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE clients ADD "ownerId" uuid REFERENCES users ON DELETE SET NULL;
      CREATE INDEX clients_by_owner ON clients ("ownerId") WHERE "ownerId" IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE clients DROP "ownerId"');
  }
}
