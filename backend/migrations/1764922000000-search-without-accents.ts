import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Searches find letters with and without their accents, in any case: names are kept as searches compare them. */
export class SearchWithoutAccents1764922000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(FUNCTION);
    for (const { table, name, column } of NAMES) {
      await queryRunner.query(`DROP INDEX ${name}_search, ${name}_prefix`);
      await queryRunner.query(
        `ALTER TABLE ${table} ADD COLUMN "searchText" text NOT NULL GENERATED ALWAYS AS (search_text("${column}")) STORED`,
      );
      await queryRunner.query(`CREATE INDEX ${name}_search ON ${table} USING gin ("searchText" gin_trgm_ops)`);
      await queryRunner.query(`CREATE INDEX ${name}_prefix ON ${table} ("searchText" text_pattern_ops)`);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const { table, name, column } of NAMES) {
      await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN "searchText"`);
      await queryRunner.query(`CREATE INDEX ${name}_search ON ${table} USING gin ("${column}" gin_trgm_ops)`);
      await queryRunner.query(`CREATE INDEX ${name}_prefix ON ${table} (lower("${column}") text_pattern_ops)`);
    }
    await queryRunner.query('DROP FUNCTION search_text');
  }
}

// Not the extension `unaccent`: not every server has it, and its function is not immutable, as a stored column requires.
const FUNCTION = `
  CREATE FUNCTION search_text(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(replace(translate(
    regexp_replace(normalize($1, NFD), '[\\u0300-\\u036f]+', '', 'g'), 'øØłŁđĐ', 'oOlLdD'), 'ß', 'ss'))`;

const NAMES = [
  { table: 'moments', name: 'moments_title', column: 'title' },
  { table: 'clients', name: 'clients_business', column: 'business' },
  { table: 'gmb_optimizations', name: 'gmb_optimizations_name', column: 'businessName' },
  { table: 'agencies', name: 'agencies_name', column: 'name' },
];
