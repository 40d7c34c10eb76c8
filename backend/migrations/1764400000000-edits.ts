import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = [
  ['clients', 'revision', 'editor'],
  ['agencies', 'revision', 'editor'],
  ['settings', 'revision', 'editor'],
  ['images', 'captionRevision', 'captionEditor'],
  ['images', 'addressRevision', 'addressEditor'],
  ['gmb_optimizations', 'revision', 'editor'],
];

/** Revision and last editor of the records that staff edit. Sections have version numbers already. */
export class Edits1764400000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, revision, editor] of COUNTED) {
      await queryRunner.query(
        `ALTER TABLE ${table} ADD COLUMN "${revision}" integer NOT NULL DEFAULT 1, ADD COLUMN "${editor}" text`,
      );
    }
    await queryRunner.query('ALTER TABLE optimization_sections ADD COLUMN "editor" text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE optimization_sections DROP COLUMN "editor"');
    for (const [table, revision, editor] of COUNTED) {
      await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN "${revision}", DROP COLUMN "${editor}"`);
    }
  }
}
