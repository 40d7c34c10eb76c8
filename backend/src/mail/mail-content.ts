import type { MailKind } from '../contract/mail-kinds.js';
import { messageFor } from '../contract/share-message.js';
import type { Section } from '../contract/statuses.js';
import type {
  DecisionsFacts,
  FactsOf,
  MailAgain,
  MailBrand,
  MailFeedback,
  MailPhoto,
  MailThings,
  ReviewFacts,
} from './mail-facts.js';
import type { Say } from './texts/say.js';

/** The client's words, and what staff answered. */
export interface MailQuote extends MailFeedback {
  answer?: { label: string; text: string };
}

/** The parts of a mail, from which its HTML and its text are made. */
export interface MailContent {
  brand: MailBrand;
  subject: string;
  heading: string;
  /** Paragraphs. Their line breaks are kept. */
  texts: string[];
  /** A progress bar: the part that is done, from 0 to 1, and the text under it. */
  progress?: { part: number; text: string };
  photos?: { shown: MailPhoto[]; more: number };
  quotes?: MailQuote[];
  links?: { text: string; detail: string; address: string }[];
  /** `null` for a mail that leads nowhere. */
  button: { text: string; address: string } | null;
  /** A text under the button. */
  hint?: string | undefined;
  footer: string[];
  replyTo: { name: string; address: string } | null;
}

/** Photos in one line. If there are more, their number is in its last place. */
const PHOTOS_IN_LINE = 4;
/** The reminder says that so few decisions take less than a minute. */
const FEW = 3;
const QUOTES_MAX = 5;

/** The button of a mail that asks for decisions. */
const BUTTONS = {
  invitation: 'invitation.button',
  newRound: 'newRound.button',
  answered: 'newRound.button',
  again: 'newRound.button',
  reminder: 'reminder.button',
} as const;

/** What the mails of each kind say. */
export const CONTENTS: { [Kind in MailKind]: (facts: FactsOf<Kind>, say: Say) => MailContent } = {
  invitation: (facts, say) => ({
    ...(facts.left > 0 ? ask(facts, say, 'invitation') : toReviewPage(facts, say)),
    texts: [
      facts.left > 0
        ? messageFor({ ...facts.reviewer, language: say.language }, facts.message)
        : facts.message || say.text('reviewPage.text', { name: firstName(facts) }),
    ],
    footer: [say.text('noAccount'), ...footerOf(facts, say)],
  }),
  newRound: (facts, say) => {
    const { again, hasAdded } = facts;
    const quotes = again.slice(0, QUOTES_MAX).map((thing) => quoteAgain(thing, facts.things, say));
    const more = again.length - quotes.length;
    const content = hasAdded ? ask(facts, say, 'invitation') : ask(facts, say, kindOfRound(again));
    const hint = [content.hint, more > 0 && say.text('more', { n: more })].filter(Boolean).join('\n');
    return { ...content, texts: [textOfRound(facts, say)], quotes, ...(hint && { hint }) };
  },
  reminder: (facts, say) => {
    const { number, of, left, total, message, waiting } = facts;
    const text = message || (left === total ? say.text('reminder.waiting') : '');
    const decided = total - left;
    const content = ask(facts, say, 'reminder');
    return {
      ...content,
      heading:
        left <= FEW && waiting.length < 2 ? `${content.heading}\n${say.text('reminder.short')}` : content.heading,
      ...(decided > 0 && {
        progress: { part: decided / total, text: say.text('reminder.progress', { decided, total }) },
      }),
      texts: text ? [text] : [],
      hint: undefined,
      links: waiting.map((one) => ({
        text: one.title,
        detail: [count(say, one), one.dueOn && say.text('decideBy', { date: say.day(one.dueOn) })]
          .filter(Boolean)
          .join(' · '),
        address: one.address,
      })),
      button:
        waiting.length > 1
          ? { text: say.text('open', { title: waiting[0]!.title }), address: waiting[0]!.address }
          : {
              text: decided > 0 ? content.button!.text : say.text('invitation.button', { things: count(say, facts) }),
              address: facts.address,
            },
      // The number is that of one link.
      footer: [...(waiting.length > 1 ? [] : [say.text('reminder.number', { number, of })]), ...footerOf(facts, say)],
    };
  },
  receipt: (facts, say) => ({
    ...toReviewer(facts, say, 'receipt'),
    texts: [say.text('receipt.text'), countsLine(facts, say)],
    photos: inLine(facts.photos, facts.photos.length),
    ...quotesOf(facts, say),
    button: { text: say.text('receipt.button'), address: facts.address },
  }),
  delivered: (facts, say) => {
    const { photos, before, changed, moments } = facts;
    const photosOf = (n: number) => say.text('photos', { n });
    return {
      ...toReviewer(facts, say, 'delivered', { n: photos.length, things: photosOf(photos.length) }),
      texts: [
        say.text('delivered.text'),
        ...(before > 0 ? [say.text('delivered.before', { n: before })] : []),
        ...(changed.length > 0 ? [say.text('delivered.changed', { n: changed.length })] : []),
      ],
      photos: inLine(photos, photos.length),
      ...quotesOf({ feedback: changed, things: 'photos' }, say),
      ...(moments.length > 1 && {
        links: moments.map(({ title, photos: n, address }) => ({ text: title, detail: photosOf(n), address })),
      }),
      button: { text: say.text('delivered.button'), address: facts.address },
    };
  },
  linkClosed: (facts, say) => ({ ...toReviewer(facts, say, 'linkClosed'), texts: [say.text('linkClosed.text')] }),
  decisions: (facts, say) => ({
    ...toStaff(facts, say),
    ...review(facts, say, 'decisions'),
    texts: [countsLine(facts, say)],
  }),
  roundFinished: (facts, say) => ({
    ...toStaff(facts, say),
    ...review(facts, say, 'roundFinished'),
    texts: [countsLine(facts, say), ...noteOf(facts, say)].filter(Boolean),
  }),
  runFailed: (facts, say) => {
    const values = { client: facts.client.business, failed: facts.failed, total: facts.total, title: facts.title };
    return {
      ...toStaff(facts, say),
      subject: say.text('runFailed.subject', values),
      heading: say.text('runFailed.heading', values),
      texts: [facts.reason],
      button: { text: say.text('open', { title: facts.title }), address: facts.address },
    };
  },
  digest: (facts, say) => {
    const values = { n: facts.entries.length, brand: facts.brand.name, name: firstOf(facts.user.name) };
    return {
      ...toStaff(facts, say),
      subject: say.text('digest.subject', values),
      heading: say.text('digest.heading', values),
      texts: [],
      links: facts.entries.map((entry) => ({
        text: `${entry.client}: ${entry.title}`,
        detail: [countsLine(entry, say), ...noteOf(entry, say)].filter(Boolean).join('\n'),
        address: entry.address,
      })),
      button: { text: say.text('digest.button', values), address: facts.address },
    };
  },
  domainLost: (facts, say) => {
    const values = { agency: facts.agency, domain: facts.domain };
    return {
      ...toStaff(facts, say),
      subject: say.text('domainLost.subject', values),
      heading: say.text('domainLost.heading', values),
      texts: [facts.reason, say.text('domainLost.text', values)],
      button: { text: say.text('domainLost.button'), address: facts.address },
    };
  },
  colleagueInvitation: (facts, say) => {
    const values = { by: facts.invitedBy, brand: facts.brand.name };
    return {
      ...toStaff(facts, say),
      subject: say.text('colleagueInvitation.subject', values),
      heading: say.text('colleagueInvitation.heading', values),
      texts: [say.text('colleagueInvitation.text', { n: facts.days })],
      button: { text: say.text('colleagueInvitation.button'), address: facts.address },
      footer: [],
    };
  },
  lostPassword: (facts, say) => ({
    ...toStaff(facts, say),
    subject: say.text('lostPassword.subject', { brand: facts.brand.name }),
    heading: say.text('lostPassword.heading'),
    texts: [say.text('lostPassword.text', { n: facts.minutes }), say.text('lostPassword.ignore')],
    button: { text: say.text('lostPassword.button'), address: facts.address },
  }),
};

/** What the subject of a new round says of what came back. */
function kindOfRound(again: MailAgain[]): 'newRound' | 'answered' | 'again' {
  if (again.every(({ isChanged }) => isChanged)) return 'newRound';
  return again.some(({ isChanged }) => isChanged) ? 'again' : 'answered';
}

function textOfRound({ again, hasAdded }: FactsOf<'newRound'>, say: Say): string {
  if (hasAdded) return say.text('reminder.waiting');
  const kind = kindOfRound(again);
  const isAsked = again.every(({ feedback }) => feedback !== '');
  return say.text(kind === 'newRound' && !isAsked ? 'newRound.byUs' : `${kind}.text`);
}

function quoteAgain({ name, feedback, reply, isChanged }: MailAgain, things: MailThings, say: Say) {
  const what = say.text(isChanged ? 'changed' : 'answered');
  return {
    name: `${nameOf(name, things, say)} · ${what}`,
    feedback,
    ...(reply && { answer: { label: say.text('answer'), text: reply } }),
  };
}

function ask(facts: ReviewFacts, say: Say, kind: keyof typeof BUTTONS) {
  const values = { n: facts.left, things: count(say, facts) };
  return {
    ...toReviewer(facts, say, kind, values),
    hint: facts.dueOn ? say.text('decideBy', { date: say.day(facts.dueOn) }) : undefined,
    photos: inLine(facts.photos, facts.things === 'photos' ? facts.left : facts.photos.length),
    button: { text: say.text(BUTTONS[kind], values), address: facts.address },
  };
}

/** An invitation if nothing waits for a decision, such as to a portal without open work. */
function toReviewPage(facts: ReviewFacts, say: Say) {
  const button = { text: say.text('reviewPage.button'), address: facts.address };
  return { ...toReviewer(facts, say, 'reviewPage'), button };
}

type Reviewed = Pick<ReviewFacts, 'reviewer' | 'client' | 'brand' | 'address' | 'replyTo'>;

function toReviewer(
  facts: Reviewed,
  say: Say,
  kind: keyof typeof BUTTONS | 'reviewPage' | 'receipt' | 'delivered' | 'linkClosed',
  values: Record<string, string | number> = {},
) {
  const all = { ...values, name: firstName(facts), client: facts.client.business };
  return {
    brand: facts.brand,
    replyTo: facts.replyTo,
    subject: say.text(`${kind}.subject`, all),
    heading: say.text(`${kind}.heading`, all),
    button: null,
    footer: footerOf(facts, say),
  };
}

function footerOf({ brand, client }: Reviewed, say: Say): string[] {
  const sender = [brand.name, brand.postalAddress].filter(Boolean).join(', ');
  return [sender, say.text('named', { client: client.business })];
}

function toStaff({ brand }: { brand: MailBrand }, say: Say) {
  return { brand, replyTo: null, footer: [say.text('staff', { brand: brand.name })] };
}

function review(facts: DecisionsFacts, say: Say, kind: 'decisions' | 'roundFinished') {
  const things = say.text(facts.things, { n: facts.approved + facts.rejected });
  const by = facts.by || say.text('someone');
  const values = { client: facts.client.business, by, things, title: facts.title };
  return {
    subject: say.text(`${kind}.subject`, values),
    heading: say.text(`${kind}.heading`, values),
    photos: inLine(facts.photos, facts.photos.length),
    ...quotesOf(facts, say),
    button: { text: say.text('open', { title: facts.title }), address: facts.address },
  };
}

function quotesOf({ feedback, things }: { feedback: MailFeedback[]; things: MailThings }, say: Say) {
  const hidden = feedback.length - QUOTES_MAX;
  return {
    quotes: feedback.slice(0, QUOTES_MAX).map((quote) => ({ ...quote, name: nameOf(quote.name, things, say) })),
    ...(hidden > 0 && { hint: say.text('more', { n: hidden }) }),
  };
}

/** The name of a section in the language of the mail; a photo has its own. */
function nameOf(name: string, things: MailThings, say: Say): string {
  return things === 'sections' ? say.text(`section.${name as Section}`) : name;
}

function noteOf({ note }: { note: string }, say: Say): string[] {
  return note ? [`${say.text('note')}: ${note}`] : [];
}

function countsLine({ approved, rejected, left }: Record<'approved' | 'rejected' | 'left', number>, say: Say): string {
  const counts = { approved, rejected, left };
  const parts = (['approved', 'rejected', 'left'] as const).filter((name) => counts[name] > 0);
  return parts.map((name) => say.text(name, { n: counts[name] })).join(' · ');
}

function count(say: Say, { things, left }: { things: MailThings; left: number }): string {
  return say.text(things, { n: left });
}

function inLine(photos: MailPhoto[], all: number): { shown: MailPhoto[]; more: number } {
  const places = all > PHOTOS_IN_LINE ? PHOTOS_IN_LINE - 1 : PHOTOS_IN_LINE;
  const shown = photos.slice(0, places);
  return { shown, more: Math.max(0, all - shown.length) };
}

function firstName({ reviewer }: Reviewed): string {
  return firstOf(reviewer.name);
}

function firstOf(name: string): string {
  return name.trim().split(/\s+/u)[0] ?? '';
}
