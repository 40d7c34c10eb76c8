import { messageFor, messageTo } from '../../contract/share-message.js';
import type { MailDescriptor } from '../../mail/mail-descriptor.js';
import { firstName } from '../../mail/mail-parts.js';
import type { Say } from '../../mail/texts/say.js';
import { askToDecide, reviewerFooter, sampleReview, toReviewer, type ReviewFacts } from '../../mail/to-reviewer.js';
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
  content: (facts, say) => (facts.left > 0 ? toDecide(facts, say) : toReviewPage(facts, say)),
  sample: (about) => ({ ...sampleReview(about), message: '' }),
};

function toDecide(facts: InvitationFacts, say: Say) {
  return {
    ...askToDecide(facts, say, 'invitation', 'invitation.button'),
    texts: [messageFor({ ...facts.reviewer, language: say.language }, facts.message)],
    footer: footerOf(facts, say),
  };
}

/** The content if nothing waits for a decision, for example with a link to an empty portal. */
function toReviewPage(facts: InvitationFacts, say: Say) {
  const text = say.text('reviewPage.text', { name: firstName(facts.reviewer.name) });
  return {
    ...toReviewer(facts, say, 'reviewPage'),
    texts: [facts.message || text],
    button: { text: say.text('reviewPage.button'), address: facts.address },
    footer: footerOf(facts, say),
  };
}

function footerOf(facts: InvitationFacts, say: Say): string[] {
  return [say.text('noAccount'), ...reviewerFooter(facts, say)];
}
