import type { MailDescriptor } from '../../mail/mail-descriptor.js';
import { countsLine, photoLine, feedbackQuotes, subjectAndHeading, type DecidedFacts } from '../../mail/mail-parts.js';
import { SAMPLE_CLIENT, SAMPLE_FEEDBACK, SAMPLE_PHOTOS, SAMPLE_TITLE, type SampleContext } from '../../mail/sample.js';
import type { Translator } from '../../mail/texts/translator.js';
import { sampleStaff, staffMail, type StaffMailFacts } from '../../mail/staff-mail.js';

export interface DecisionsFacts extends StaffMailFacts, DecidedFacts {
  client: { business: string };
  /** Name of the moment or the profile. */
  title: string;
  /** The reviewer's name; `''` for a visitor of the open link. */
  by: string;
}

/** Tells staff what reviewers decided, in a round that is not finished. */
export const DECISIONS: MailDescriptor<DecisionsFacts> = {
  to: 'staff',
  quietMinutes: 5,
  content: (facts, t) => ({ ...reviewMail(facts, t, 'decisions'), texts: [countsLine(facts, t)] }),
  sample: sampleDecisions,
};

/** The parts of a mail about what somebody did in a review. */
export function reviewMail(facts: DecisionsFacts, t: Translator, name: 'decisions' | 'roundFinished') {
  const things = t.text(facts.things, { n: facts.approved + facts.rejected });
  const by = facts.by || t.text('someone');
  const { title, client } = facts;
  return {
    ...staffMail(facts, t),
    ...subjectAndHeading(t, name, { client: client.business, by, things, title }),
    photos: photoLine(facts.photos),
    ...feedbackQuotes(facts, t),
    button: { text: t.text('open', { title }), address: facts.address },
  };
}

export function sampleDecisions(about: SampleContext): DecisionsFacts {
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
