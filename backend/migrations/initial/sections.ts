/** The five sections of each optimization, and the items of all reviews. */
export const sections = `
  CREATE TABLE optimization_sections (
    "optimizationId" uuid NOT NULL REFERENCES reviews ON DELETE CASCADE,
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

  -- What clients decide on, image by image and section by section. A section without a suggestion is not shown to them.
  CREATE VIEW review_items AS
    SELECT "momentId" AS "reviewId", "id"::text AS "itemId", coalesce(nullif("title", ''), "fileName") AS "name",
      "position", "fileId", "extension", "status", "feedback", true AS "isShown"
    FROM images
    UNION ALL
    SELECT "optimizationId", "section", "section", NULL, NULL, NULL, "approval", "feedback", "suggestion" <> ''
    FROM optimization_sections;
`;
