/** Background work: runs and their items. */
export const runs = `
  CREATE TABLE runs (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "kind" text NOT NULL,
    "subjectId" uuid NOT NULL,
    "payload" jsonb NOT NULL DEFAULT '{}',
    "state" text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
    "total" integer NOT NULL,
    "done" integer NOT NULL DEFAULT 0,
    "failed" integer NOT NULL DEFAULT 0,
    -- How often it stopped because what it did could not be saved.
    "stops" int NOT NULL DEFAULT 0,
    "lease" uuid,
    "leasedUntil" timestamptz,
    "notBefore" timestamptz,
    "requestId" text,
    "createdAt" timestamptz NOT NULL DEFAULT now(),
    "endedAt" timestamptz
  );
  CREATE INDEX runs_by_subject ON runs ("subjectId", "createdAt" DESC);
  CREATE INDEX runs_active ON runs ("createdAt") WHERE state IN ('queued', 'running');
  CREATE INDEX runs_ended ON runs ("endedAt");
  CREATE INDEX runs_failed ON runs ("createdAt") WHERE "kind" = 'captions' AND "failed" > 0;
  -- Two requests at once never start the same work twice.
  CREATE UNIQUE INDEX runs_one_of_all ON runs ("subjectId", "kind")
    WHERE payload->>'mode' IN ('missing', 'generate') AND state IN ('queued', 'running');
  -- Two workers at once never start the mails of one recipient twice.
  CREATE UNIQUE INDEX runs_one_of_recipient ON runs ("subjectId")
    WHERE "kind" = 'mails' AND state IN ('queued', 'running');

  CREATE TABLE run_items (
    "runId" uuid NOT NULL REFERENCES runs ON DELETE CASCADE,
    "key" text NOT NULL,
    "position" integer NOT NULL,
    "payload" jsonb NOT NULL DEFAULT '{}',
    "state" text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed', 'skipped')),
    "attempts" integer NOT NULL DEFAULT 0,
    "notBefore" timestamptz,
    -- Why it was not done: the code of the error, a sentence, and the technical reason.
    "code" text,
    "message" text NOT NULL DEFAULT '',
    "detail" text NOT NULL DEFAULT '',
    PRIMARY KEY ("runId", "key")
  );

  -- A run goes with what it is about. No foreign key can say that for subjects of several tables.
  CREATE FUNCTION delete_runs() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN DELETE FROM runs WHERE "subjectId" = OLD."id"; RETURN NULL; END $$;
  CREATE TRIGGER reviews_runs_deleted AFTER DELETE ON reviews FOR EACH ROW EXECUTE FUNCTION delete_runs();
  CREATE TRIGGER mail_recipients_runs_deleted AFTER DELETE ON mail_recipients
    FOR EACH ROW EXECUTE FUNCTION delete_runs();
`;
