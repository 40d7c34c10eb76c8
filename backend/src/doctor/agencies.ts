import { announce } from '../realtime/announcements.js';
import type { Finding } from './finding.js';
import type { Patient } from './patient.js';
import { rowsOf } from './rows.js';

// The agency that had the domain first keeps it; one that was never verified does no harm.
const DOUBTFUL = `
  SELECT "id", "name", "customDomain" FROM agencies AS later
  WHERE "domainVerified" AND ("customDomain" IS NULL OR EXISTS (
    SELECT FROM agencies AS earlier WHERE earlier."domainVerified"
      AND lower(rtrim(earlier."customDomain", '.')) = lower(rtrim(later."customDomain", '.'))
      AND (earlier."createdAt", earlier."id") < (later."createdAt", later."id")))`;

interface Doubtful {
  id: string;
  name: string;
  customDomain: string | null;
}

/** Verified domains that two agencies have, or that are none. */
export async function* doubtfulDomains({ client, db }: Patient): AsyncGenerator<Finding> {
  for await (const { id, name, customDomain } of rowsOf<Doubtful>(client, DOUBTFUL)) {
    yield {
      what: customDomain
        ? `agency ${id} (${name}) has the verified domain ${customDomain}, which an earlier agency has too`
        : `agency ${id} (${name}) has a verified domain, but names none`,
      cure: 'take the verification back; staff may verify it again',
      mend: () =>
        db.transaction(async (manager) => {
          const note = 'Another agency has this domain.';
          await manager.query(
            `UPDATE agencies SET "domainVerified" = false, "domainMisses" = 0, "domainNote" = $2
             WHERE "id" = $1 AND "id" IN (SELECT "id" FROM (${DOUBTFUL}) AS doubtful)`,
            [id, customDomain ? note : ''],
          );
          await announce(manager, 'agency.changed', { id });
        }),
    };
  }
}
