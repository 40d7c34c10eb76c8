/** What was done to a moment or an optimization, by whom. */
export const history = `
  CREATE TABLE history (
    "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "momentId" uuid REFERENCES moments ON DELETE CASCADE,
    "imageId" uuid,
    "imageName" text NOT NULL DEFAULT '',
    "optimizationId" uuid REFERENCES gmb_optimizations ON DELETE CASCADE,
    "section" text,
    "action" text NOT NULL,
    "actor" text NOT NULL CHECK (actor IN ('staff', 'visitor', 'ai')),
    "actorName" text,
    "reviewerId" uuid,
    "changes" jsonb NOT NULL DEFAULT '{}',
    "feedback" text NOT NULL DEFAULT '',
    "at" timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT history_has_one_subject CHECK (num_nonnulls("momentId", "optimizationId") = 1)
  );
  CREATE INDEX history_by_moment ON history ("momentId", "id" DESC);
  CREATE INDEX history_by_optimization ON history ("optimizationId", "id" DESC);

  CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'history is never rewritten'; END $$;
  CREATE TRIGGER history_is_final BEFORE UPDATE ON history FOR EACH ROW EXECUTE FUNCTION refuse_change();

  -- The work list of staff looks up what no visitor has opened or decided on yet.
  CREATE FUNCTION note_opened() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
      UPDATE moments SET "openedAt" = NEW."at" WHERE "id" = NEW."momentId" AND "openedAt" IS NULL;
      RETURN NULL;
    END $$;
  CREATE TRIGGER history_notes_opened AFTER INSERT ON history
    FOR EACH ROW WHEN (NEW."actor" = 'visitor' AND NEW."momentId" IS NOT NULL) EXECUTE FUNCTION note_opened();
  CREATE FUNCTION note_optimization_opened() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
      UPDATE gmb_optimizations SET "openedAt" = NEW."at" WHERE "id" = NEW."optimizationId" AND "openedAt" IS NULL;
      RETURN NULL;
    END $$;
  CREATE TRIGGER history_notes_optimization_opened AFTER INSERT ON history
    FOR EACH ROW WHEN (NEW."actor" = 'visitor' AND NEW."optimizationId" IS NOT NULL)
    EXECUTE FUNCTION note_optimization_opened();
`;
