import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists and counts of the moments of many clients, as somebody with a scope reads them, are found in this index alone. */
export class MomentsOfClients1797505000000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return replaceIndex(runner, '"clientId", "createdAt" DESC, "id", "status"');
  }

  down(runner: QueryRunner): Promise<void> {
    return replaceIndex(runner, '"clientId", "createdAt" DESC');
  }
}

async function replaceIndex(runner: QueryRunner, columns: string): Promise<void> {
  await runner.query(`
    DROP INDEX moments_by_client;
    CREATE INDEX moments_by_client ON reviews (${columns}) WHERE "kind" = 'moment'`);
}
