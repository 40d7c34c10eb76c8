import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the client rejected last, kept with each image until an approval, with its picture; and when the client decided. A
 * picture that only an earlier version shows is removed as any other that nothing shows, or two minutes after the decision
 * that dropped it, which may be taken back for one.
 */
export class EarlierImageVersions1764900000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UP = [
  `ALTER TABLE images
    ADD COLUMN "earlier" jsonb, ADD COLUMN "earlierBefore" jsonb, ADD COLUMN "decidedAt" timestamptz`,
  `UPDATE images SET "decidedAt" = last."at"
    FROM (
      SELECT "imageId", max("at") AS "at" FROM history
      WHERE "action" IN ('image.approved', 'image.rejected') GROUP BY "imageId"
    ) last
    WHERE last."imageId" = images."id" AND images."status" <> 'pending'`,
  // By which a file finds the row that owns it.
  `CREATE INDEX images_by_earlier_file ON images (("earlier"->>'fileId')) WHERE "earlier" IS NOT NULL`,
  `CREATE OR REPLACE FUNCTION schedule_image_deletion() RETURNS trigger LANGUAGE plpgsql AS
    $$
    DECLARE gone text;
    BEGIN
      FOREACH gone IN ARRAY ARRAY[OLD."fileId"::text, nullif(OLD."earlier"->>'fileId', OLD."fileId"::text)] LOOP
        CONTINUE WHEN gone IS NULL;
        IF TG_OP = 'DELETE' THEN
          INSERT INTO deletions ("folder") VALUES ('images/' || gone);
        ELSIF gone IN (NEW."fileId"::text, coalesce(NEW."earlier"->>'fileId', '')) THEN
          CONTINUE;
        ELSIF gone = NEW."earlierBefore"->>'fileId' THEN
          INSERT INTO deletions ("folder", "notBefore") VALUES ('images/' || gone, now() + interval '2 minutes');
        ELSE
          INSERT INTO deletions ("folder") VALUES ('images/' || gone);
        END IF;
      END LOOP;
      RETURN NULL;
    END $$`,
  'DROP TRIGGER images_replaced ON images',
  `CREATE TRIGGER images_replaced AFTER UPDATE OF "fileId", "earlier" ON images
    FOR EACH ROW WHEN (OLD."fileId" <> NEW."fileId" OR OLD."earlier" IS DISTINCT FROM NEW."earlier")
    EXECUTE FUNCTION schedule_image_deletion()`,
];

const DOWN = [
  'DROP TRIGGER images_replaced ON images',
  `INSERT INTO deletions ("folder") SELECT 'images/' || ("earlier"->>'fileId') FROM images
    WHERE "earlier"->>'fileId' <> "fileId"::text`,
  `CREATE OR REPLACE FUNCTION schedule_image_deletion() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO deletions ("folder") VALUES ('images/' || OLD."fileId"); RETURN NULL; END $$`,
  `CREATE TRIGGER images_replaced AFTER UPDATE OF "fileId" ON images
    FOR EACH ROW WHEN (OLD."fileId" <> NEW."fileId") EXECUTE FUNCTION schedule_image_deletion()`,
  'DROP INDEX images_by_earlier_file',
  'ALTER TABLE images DROP COLUMN "decidedAt", DROP COLUMN "earlierBefore", DROP COLUMN "earlier"',
];
