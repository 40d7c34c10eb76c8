import type { EntityManager } from 'typeorm';
import type { Language } from '../contract/languages.js';
import { idOf, type Subject } from '../history/subject.js';

/** A reviewer with an address, and the link by which they decide. */
interface DeciderRow {
  reviewerId: string;
  linkId: string;
  to: string;
  language: Language;
  clientId: string;
  timeZone: string;
  /** What the link opens; neither for all work of the client. */
  ofMoment: string | null;
  ofOptimization: string | null;
  reminderDays: number[];
}

/**
 * Those who may decide on a moment or an optimization by a link of their own that opens now, in the order of their addresses.
 * The link to it goes before that to all work of the client, which opens what was shared.
 */
export function findDeciders(manager: EntityManager, subject: Subject): Promise<DeciderRow[]> {
  return manager.query<DeciderRow[]>('momentId' in subject ? OF_MOMENT : OF_OPTIMIZATION, [idOf(subject)]);
}

const of = (table: string, column: 'momentId' | 'optimizationId'): string => `
  SELECT * FROM (
    SELECT DISTINCT ON (r."id") r."id" AS "reviewerId", l."id" AS "linkId", r."email" AS "to", r."language", r."clientId",
      r."timeZone", l."momentId" AS "ofMoment", l."optimizationId" AS "ofOptimization", l."reminderDays"
    FROM ${table} s
      JOIN reviewers r ON r."clientId" = s."clientId" AND r."email" <> ''
      JOIN review_links l ON l."reviewerId" = r."id" AND (
        l."${column}" = s."id" OR (l."momentId" IS NULL AND l."optimizationId" IS NULL AND s."sharedAt" IS NOT NULL)
      )
    WHERE s."id" = $1 AND l."mayDecide" AND l."revokedAt" IS NULL AND (l."expiresAt" IS NULL OR l."expiresAt" > now())
    ORDER BY r."id", l."${column}" NULLS LAST
  ) deciders ORDER BY "to"`;
const OF_MOMENT = of('moments', 'momentId');
const OF_OPTIMIZATION = of('gmb_optimizations', 'optimizationId');
