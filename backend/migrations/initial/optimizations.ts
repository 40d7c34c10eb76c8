/** GMB optimizations: their record, and their five sections. */
export const optimizations = `
  CREATE TABLE gmb_optimizations (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "clientId" uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    "businessName" text NOT NULL,
    "searchText" text NOT NULL GENERATED ALWAYS AS (search_text("businessName")) STORED,
    "website" text NOT NULL DEFAULT '',
    "gmbLink" text NOT NULL DEFAULT '',
    "phone" text NOT NULL DEFAULT '',
    "address" text NOT NULL DEFAULT '',
    "hours" text NOT NULL DEFAULT '',
    "categories" text NOT NULL DEFAULT '',
    "currentDescription" text NOT NULL DEFAULT '',
    "currentServices" text NOT NULL DEFAULT '',
    "currentServiceAreas" text NOT NULL DEFAULT '',
    "currentFAQs" text NOT NULL DEFAULT '',
    "websiteScan" jsonb,
    "publicLink" text NOT NULL UNIQUE,
    "status" text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'in_progress', 'completed')),
    "currentStep" integer NOT NULL DEFAULT 1 CHECK ("currentStep" BETWEEN 1 AND 5),
    "throttledUntil" timestamptz,
    -- As those of moments.
    "sharedAt" timestamptz,
    "openedAt" timestamptz,
    "openLink" boolean NOT NULL DEFAULT true,
    "dueOn" date,
    "roundStart" bigint NOT NULL DEFAULT 0,
    "isDecided" boolean NOT NULL DEFAULT false,
    "done" jsonb,
    "revision" integer NOT NULL DEFAULT 1,
    "editor" text,
    "createdAt" timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX gmb_optimizations_newest ON gmb_optimizations ("createdAt" DESC, "id");
  CREATE INDEX gmb_optimizations_by_client ON gmb_optimizations ("clientId");
  -- Searches, as those of agencies.
  CREATE INDEX gmb_optimizations_name_prefix ON gmb_optimizations ("searchText" text_pattern_ops);
  CREATE INDEX gmb_optimizations_name_search ON gmb_optimizations USING gin ("searchText" gin_trgm_ops);
  -- The few rows that wait for somebody.
  CREATE INDEX gmb_optimizations_unshared ON gmb_optimizations ("createdAt" DESC)
    WHERE "status" = 'in_progress' AND "currentStep" = 5 AND "sharedAt" IS NULL AND "openedAt" IS NULL;
  CREATE INDEX gmb_optimizations_unopened ON gmb_optimizations ("sharedAt")
    WHERE "status" = 'in_progress' AND "sharedAt" IS NOT NULL AND "openedAt" IS NULL;
  CREATE INDEX gmb_optimizations_due ON gmb_optimizations ("dueOn")
    WHERE "dueOn" IS NOT NULL AND "status" <> 'completed';

  CREATE TABLE optimization_sections (
    "optimizationId" uuid NOT NULL REFERENCES gmb_optimizations ON DELETE CASCADE,
    "section" text NOT NULL CHECK (section IN ('description', 'services', 'serviceAreas', 'faqs', 'keywords')),
    "suggestion" text NOT NULL DEFAULT '',
    -- Which record the suggestion was written from, and why the last attempt to write one failed.
    "writtenFrom" text,
    "unwritten" text NOT NULL DEFAULT '',
    "editor" text,
    -- For a rejected section: the client does not see it until staff resubmit it.
    "draft" jsonb,
    "approval" text NOT NULL DEFAULT 'pending' CHECK (approval IN ('pending', 'approved', 'rejected')),
    "feedback" text NOT NULL DEFAULT '',
    "reply" text NOT NULL DEFAULT '',
    -- How often it was decided, so that a decision can name the one before it; and how it was before the last one,
    -- which the reviewer can take back.
    "decisionRevision" integer NOT NULL DEFAULT 1,
    "approvalBefore" text,
    "feedbackBefore" text NOT NULL DEFAULT '',
    "replyBefore" text NOT NULL DEFAULT '',
    "earlierSuggestion" text,
    "earlierSuggestionBefore" text,
    -- When staff put the approved text where it belongs, who did, and which version that was.
    "applied" jsonb,
    "version" integer NOT NULL DEFAULT 1,
    PRIMARY KEY ("optimizationId", "section")
  );
  CREATE INDEX optimization_sections_rejected ON optimization_sections ("optimizationId") WHERE "approval" = 'rejected';
  CREATE INDEX optimization_sections_unwritten ON optimization_sections ("optimizationId") WHERE "unwritten" <> '';
`;
