export const images = `
  CREATE TABLE images (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "momentId" uuid NOT NULL REFERENCES reviews ON DELETE CASCADE,
    "position" integer NOT NULL,

    -- The original, and what it consists of, so that one that lost bytes is found.
    "fileId" uuid NOT NULL UNIQUE,
    "fileName" text NOT NULL,
    "extension" text NOT NULL,
    "width" integer NOT NULL,
    "height" integer NOT NULL,
    "takenAt" text,
    "bytes" int,
    "sha256" text,
    -- What was measured of the picture, the photo of the same client that it is a copy of, and findings that staff
    -- ignore.
    "checks" jsonb,
    "perceptualHash" bit(64),
    "duplicateId" uuid REFERENCES images ("id") ON DELETE SET NULL,
    "duplicateMomentId" uuid,
    "ignoredFindings" text[] NOT NULL DEFAULT '{}',

    "title" text NOT NULL DEFAULT '',
    "description" text NOT NULL DEFAULT '',
    "exifKeywords" text NOT NULL DEFAULT '',
    "geoAltDescription" text NOT NULL DEFAULT '',
    "captionProvider" text,
    "captionRevision" integer NOT NULL DEFAULT 1,
    "captionEditor" text,
    -- Whether it holds words of staff, and whether it was written for a picture that has been replaced since.
    "captionByHand" boolean NOT NULL DEFAULT false,
    "captionOutdated" boolean NOT NULL DEFAULT false,
    "address" text NOT NULL DEFAULT '',
    "addressRevision" integer NOT NULL DEFAULT 1,
    "addressEditor" text,

    "status" text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
    "feedback" text NOT NULL DEFAULT '',
    "decidedAt" timestamptz,
    "reply" text NOT NULL DEFAULT '',
    "replyBefore" text NOT NULL DEFAULT '',
    "version" integer NOT NULL DEFAULT 1,
    -- What the client rejected last, kept with its picture until an approval; and what it was before the last decision.
    "earlier" jsonb,
    "earlierBefore" jsonb,
    "deliveredVersion" int,
    "deliveredAt" timestamptz,
    "createdAt" timestamptz NOT NULL DEFAULT now(),
    UNIQUE ("momentId", "position")
  );
  -- By which a file finds the row that owns it.
  CREATE INDEX images_by_earlier_file ON images (("earlier"->>'fileId')) WHERE "earlier" IS NOT NULL;
  CREATE INDEX images_by_duplicate ON images ("duplicateId") WHERE "duplicateId" IS NOT NULL;

  -- A file goes when nothing shows it any more, however its row was removed: by hand, by a cascade or by a newer file.
  -- The picture of an earlier version that a decision dropped is kept while that decision can be undone: for 70 seconds
  -- (a minute, and some time for an undo under way), or until staff go on or the image is deleted.
  CREATE FUNCTION schedule_image_deletion() RETURNS trigger LANGUAGE plpgsql AS
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
    END $$;
  CREATE TRIGGER images_deleted AFTER DELETE ON images
    FOR EACH ROW EXECUTE FUNCTION schedule_image_deletion();
  CREATE TRIGGER images_replaced AFTER UPDATE OF "fileId", "earlier", "earlierBefore" ON images
    FOR EACH ROW WHEN (
      OLD."fileId" <> NEW."fileId" OR OLD."earlier" IS DISTINCT FROM NEW."earlier"
      OR OLD."earlierBefore" IS DISTINCT FROM NEW."earlierBefore"
    ) EXECUTE FUNCTION schedule_image_deletion();
`;
