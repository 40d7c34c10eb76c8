import type { MailDescriptor } from '../../mail/mail-descriptor.js';
import { countsLine, inLine, quotesOf, titled, type DecidedFacts } from '../../mail/mail-parts.js';
import { SAMPLE_CLIENT, SAMPLE_FEEDBACK, SAMPLE_PHOTOS, SAMPLE_TITLE, type Sample } from '../../mail/sample.js';
import type { Say } from '../../mail/texts/say.js';
import { sampleStaff, toStaff, type ToStaff } from '../../mail/to-staff.js';

export interface DecisionsFacts extends ToStaff, DecidedFacts {
  client: { business: string };
  /** Name of the moment or the profile. */
  title: string;
  /** The reviewer's name; `''` for a visitor of the open link. */
  by: string;
}

/** A client decided, in a round that goes on. */
export const DECISIONS: MailDescriptor<DecisionsFacts> = {
  to: 'staff',
  quietMinutes: 5,
  content: (facts, say) => ({ ...ofReview(facts, say, 'decisions'), texts: [countsLine(facts, say)] }),
  sample: sampleDecisions,
};

/** A mail about what somebody did in a review. */
export function ofReview(facts: DecisionsFacts, say: Say, name: 'decisions' | 'roundFinished') {
  const things = say.text(facts.things, { n: facts.approved + facts.rejected });
  const by = facts.by || say.text('someone');
  const { title, client } = facts;
  return {
    ...toStaff(facts, say),
    ...titled(say, name, { client: client.business, by, things, title }),
    photos: inLine(facts.photos),
    ...quotesOf(facts, say),
    button: { text: say.text('open', { title }), address: facts.address },
  };
}

export function sampleDecisions(about: Sample): DecisionsFacts {
  return {
    ...sampleStaff(about),
    client: SAMPLE_CLIENT,
    title: SAMPLE_TITLE,
    by: 'Maria Lopez',
    things: 'photos',
    approved: 8,
    rejected: 2,
    left: 0,
    feedback: [...SAMPLE_FEEDBACK],
    photos: SAMPLE_PHOTOS.slice(2),
  };
}
