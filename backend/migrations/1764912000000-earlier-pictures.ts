import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The picture of an earlier version that a decision dropped is kept only while that decision can be undone: for 70 seconds
 * (a minute, and some time for an undo under way), or until staff go on or the image is deleted.
 */
export class EarlierPictures1764912000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UP = [
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
          INSERT INTO deletions ("folder", "notBefore") VALUES ('images/' || gone, now() + interval '70 seconds');
        ELSE
          INSERT INTO deletions ("folder") VALUES ('images/' || gone);
        END IF;
      END LOOP;
      gone := OLD."earlierBefore"->>'fileId';
      IF gone IS NOT NULL AND (TG_OP = 'DELETE' OR gone NOT IN (
        NEW."fileId"::text, coalesce(NEW."earlier"->>'fileId', ''), coalesce(NEW."earlierBefore"->>'fileId', '')
      )) THEN
        UPDATE deletions SET "notBefore" = now()
          WHERE "folder" = 'images/' || gone AND "notBefore" > now() AND "attempts" = 0;
      END IF;
      RETURN NULL;
    END $$`,
  'DROP TRIGGER images_replaced ON images',
  `CREATE TRIGGER images_replaced AFTER UPDATE OF "fileId", "earlier", "earlierBefore" ON images
    FOR EACH ROW WHEN (
      OLD."fileId" <> NEW."fileId" OR OLD."earlier" IS DISTINCT FROM NEW."earlier"
      OR OLD."earlierBefore" IS DISTINCT FROM NEW."earlierBefore"
    ) EXECUTE FUNCTION schedule_image_deletion()`,
];

const DOWN = [
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
