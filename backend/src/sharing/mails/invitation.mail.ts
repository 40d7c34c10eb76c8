import { messageFor, messageTo } from '../../contract/share-message.js';
import type { MailDescriptor } from '../../mail/mail-descriptor.js';
import { firstName } from '../../mail/mail-parts.js';
import type { Translator } from '../../mail/texts/translator.js';
import {
  decisionRequest,
  reviewerFooter,
  sampleReview,
  reviewerMail,
  type ReviewFacts,
} from '../../mail/reviewer-mail.js';
import { loadLinkFacts } from './mailed-link.js';

export interface InvitationFacts extends ReviewFacts {
  /** The message of staff, with greeting and signature; `''` for the default text. */
  message: string;
}

/** Sends a reviewer their link. */
export const INVITATION: MailDescriptor<InvitationFacts, { message?: string }> = {
  to: 'reviewer',
  quietMinutes: 0,
  load: async (mail, from) => {
    const found = await loadLinkFacts(mail, from);
    if ('drop' in found) return found;
    return { facts: { ...found.facts, message: messageTo(found.facts.reviewer.name, mail.facts.message ?? '') } };
  },
  content: (facts, t) => (facts.left > 0 ? toDecide(facts, t) : toReviewPage(facts, t)),
  sample: (about) => ({ ...sampleReview(about), message: '' }),
};

function toDecide(facts: InvitationFacts, t: Translator) {
  return {
    ...decisionRequest(facts, t, 'invitation', 'invitation.button'),
    texts: [messageFor({ ...facts.reviewer, language: t.language }, facts.message)],
    footer: footerOf(facts, t),
  };
}

/** The content if nothing waits for a decision, for example with a link to an empty portal. */
function toReviewPage(facts: InvitationFacts, t: Translator) {
  const text = t.text('reviewPage.text', { name: firstName(facts.reviewer.name) });
  return {
    ...reviewerMail(facts, t, 'reviewPage'),
    texts: [facts.message || text],
    button: { text: t.text('reviewPage.button'), address: facts.address },
    footer: footerOf(facts, t),
  };
}

function footerOf(facts: InvitationFacts, t: Translator): string[] {
  return [t.text('noAccount'), ...reviewerFooter(facts, t)];
}
