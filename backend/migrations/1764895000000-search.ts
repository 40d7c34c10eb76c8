import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the search over all records and the list of clients read by. */
export class Search1764895000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of NAMES) await queryRunner.query(`DROP INDEX ${name}`);
  }
}

const UP = [
  // By their first letters, in every script: trigrams are made of more letters, and on some systems of Latin ones only.
  'CREATE INDEX moments_title_prefix ON moments (lower("title") text_pattern_ops)',
  'CREATE INDEX clients_business_prefix ON clients (lower("business") text_pattern_ops)',
  'CREATE INDEX gmb_optimizations_name_prefix ON gmb_optimizations (lower("businessName") text_pattern_ops)',
  'CREATE INDEX agencies_name_prefix ON agencies (lower("name") text_pattern_ops)',
  'CREATE INDEX gmb_optimizations_name_search ON gmb_optimizations USING gin ("businessName" gin_trgm_ops)',
  'CREATE INDEX agencies_name_search ON agencies USING gin ("name" gin_trgm_ops)',
  'CREATE INDEX agencies_newest ON agencies ("createdAt" DESC, "id")',
  'CREATE INDEX clients_newest ON clients ("createdAt" DESC, "id")',
  `CREATE INDEX moments_waiting ON moments ("clientId") WHERE "status" IN ('pending', 'rejected')`,
];

const NAMES = UP.map((statement) => /CREATE INDEX (\w+)/.exec(statement)![1]!);
