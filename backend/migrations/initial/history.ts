/** What was done to a moment or an optimization, and who did it. */
export const history = `
  CREATE TABLE history (
    "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "reviewId" uuid NOT NULL REFERENCES reviews ON DELETE CASCADE,
    -- The id of an image, with its file name then, or the name of a section.
    "itemId" text,
    "itemName" text NOT NULL DEFAULT '',
    "action" text NOT NULL,
    "actor" text NOT NULL CHECK (actor IN ('staff', 'visitor', 'ai')),
    "actorName" text,
    "reviewerId" uuid,
    "changes" jsonb NOT NULL DEFAULT '{}',
    "feedback" text NOT NULL DEFAULT '',
    "at" timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX history_by_review ON history ("reviewId", "id" DESC);

  CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'history is never rewritten'; END $$;
  CREATE TRIGGER history_is_final BEFORE UPDATE ON history FOR EACH ROW EXECUTE FUNCTION refuse_change();

  -- The work list of staff looks up what no visitor has opened or decided on yet.
  CREATE FUNCTION note_opened() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
      UPDATE reviews SET "openedAt" = NEW."at" WHERE "id" = NEW."reviewId" AND "openedAt" IS NULL;
      RETURN NULL;
    END $$;
  CREATE TRIGGER history_notes_opened AFTER INSERT ON history
    FOR EACH ROW WHEN (NEW."actor" = 'visitor') EXECUTE FUNCTION note_opened();
`;
