import { writeFaqs, type Faq } from '../../contract/faqs.js';
import { FAQ_ANSWER_MAX, FAQ_QUESTION_MAX, FAQS_MAX, SUGGESTED_DESCRIPTION_MAX } from '../../contract/limits.js';
import { unstatedIn } from './claims.js';
import { namesStreet } from './contacts.js';
import type { Evidence } from './evidence.js';
import { folded } from './folded.js';
import type { Review } from './lists.js';
import { unknownNamesIn } from './names.js';
import { cleanText, forbiddenIn } from './publishable.js';
import { cutAtSentence, sentencesOf } from '../text.js';

/** A sentence of the feedback from this length on is quoted when it stands in a text. */
const QUOTE_MIN = 25;
/** How many times its longest length a text is looked at, and how many times their number the FAQs are. */
const LOOKED_AT = 4;
/** Characters of the longest abbreviation that ends what is no whole sentence yet. */
const ABBREVIATION_MAX = 10;

/** Keeps of a description the sentences that may be published. */
export function reviewDescription(description: string, evidence: Evidence): Review {
  const text = cleanText(description);
  const looked = cutAtSentence(text, LOOKED_AT * SUGGESTED_DESCRIPTION_MAX);
  const { problems, kept } = reviewSentences('description', looked, evidence);
  const long = tooLong('description', text, SUGGESTED_DESCRIPTION_MAX);
  const suggestion = cleanText(cutAtSentence(kept.join(' '), SUGGESTED_DESCRIPTION_MAX));
  // What is no sentence by itself may be one together with its neighbours.
  const isSound = faultsOf(suggestion, evidence).length === 0;
  return { problems: [...long, ...problems], suggestion: isSound && /\p{L}{2}/u.test(suggestion) ? suggestion : '' };
}

/** Keeps the questions whose answer, or the beginning of it, may be published. */
export function reviewFaqs(faqs: Faq[], evidence: Evidence): Review {
  const kept = new Map<string, Faq>();
  const problems: string[] = [];
  for (const faq of faqs.slice(0, LOOKED_AT * FAQS_MAX)) {
    const question = asQuestion(cleanText(faq.question));
    const isDouble = kept.has(folded(question));
    const { problems: found, answer } = reviewFaq({ question, answer: cleanText(faq.answer) }, evidence);
    problems.push(
      ...found,
      ...(isDouble ? [`faqs: the question “${question.slice(0, 120)}” stands there twice.`] : []),
    );
    if (answer && !isDouble) kept.set(folded(question), { question, answer });
  }
  if (kept.size > FAQS_MAX) problems.push(`faqs: must be at most ${FAQS_MAX}, but were ${kept.size}.`);
  return { problems, suggestion: writeFaqs([...kept.values()].slice(0, FAQS_MAX)) };
}

function reviewFaq({ question, answer }: Faq, evidence: Evidence): { problems: string[]; answer: string } {
  if (!/\p{L}{2}/u.test(question) || !/\p{L}{2}/u.test(answer)) {
    return { problems: ['faqs: each must have a question and an answer.'], answer: '' };
  }
  if (question.length > FAQ_QUESTION_MAX) {
    return { problems: tooLong('the question of faqs', question, FAQ_QUESTION_MAX), answer: '' };
  }
  const asked = [...faultsOf(question, evidence), ...deniedFaults(question, evidence)];
  const problems = asked.map((fault) => `faqs: the question “${question.slice(0, 120)}” ${fault}.`);
  const looked = cutAtSentence(answer, LOOKED_AT * FAQ_ANSWER_MAX);
  const { problems: answered, kept } = reviewSentences('faqs', looked, evidence);
  // The first sentence is the answer; without it, the others answer nothing.
  const isAnswered = problems.length === 0 && kept.length > 0 && kept[0] === wholeSentences(looked)[0];
  return {
    problems: [...problems, ...tooLong('the answer of faqs', answer, FAQ_ANSWER_MAX), ...answered],
    answer: isAnswered ? cleanText(cutAtSentence(kept.join(' '), FAQ_ANSWER_MAX)) : '',
  };
}

function reviewSentences(field: string, text: string, evidence: Evidence): { problems: string[]; kept: string[] } {
  const judged = wholeSentences(text).map((sentence) => ({
    sentence,
    faults: faultsOf(sentence, evidence),
    denied: deniedFaults(sentence, evidence),
  }));
  const problems = judged
    .map(({ sentence, faults, denied }) => ({ sentence, all: [...faults, ...denied] }))
    .filter(({ all }) => all.length > 0)
    .map(({ sentence, all }) => `${field}: the sentence “${sentence.slice(0, 120)}” ${all.join(', and ')}.`);
  const sound = judged.filter(({ faults }) => faults.length === 0);
  // What the feedback says no to is left out as long as something else is left to say.
  const liked = sound.filter(({ denied }) => denied.length === 0);
  return { problems, kept: (liked.length ? liked : sound).map(({ sentence }) => sentence) };
}

function faultsOf(text: string, evidence: Evidence): string[] {
  return [
    ...forbiddenIn(text, evidence.business).map((what) => `contains ${what}`),
    ...(namesStreet(text, evidence) ? ['contains the address of the street'] : []),
    ...unstatedIn(text, evidence).map((what) => `contains ${what}`),
    ...unknownNamesIn(text, evidence).map((name) => `names “${name}”, which no input does`),
    ...(quotesFeedback(text, evidence) ? ['quotes the feedback'] : []),
  ];
}

function deniedFaults(text: string, evidence: Evidence): string[] {
  const denied = evidence.deniedIn(text);
  return denied ? [`names “${denied}”, which the feedback says no to`] : [];
}

function quotesFeedback(text: string, { input, complaints }: Evidence): boolean {
  const plain = folded(text);
  if (/\b(?:feedback|ruckmeldung)\b/u.test(plain) && !/\bfeedback\b/iu.test(JSON.stringify(input.profile))) return true;
  return complaints.some((sentence) => sentence.length >= QUOTE_MIN && plain.includes(sentence));
}

/** The sentences of a text; one that was parted behind an abbreviation is whole again. */
export function wholeSentences(text: string): string[] {
  const whole: { parts: string[]; end: string }[] = [];
  for (const sentence of sentencesOf(text)) {
    const before = whole.at(-1);
    if (before && ABBREVIATED.test(before.end)) {
      before.parts.push(sentence);
      before.end = `${before.end} ${sentence}`.slice(-ABBREVIATION_MAX);
    } else whole.push({ parts: [sentence], end: sentence.slice(-ABBREVIATION_MAX) });
  }
  return whole.map(({ parts }) => parts.join(' '));
}

const ABBREVIATED =
  /(?:^|\s|\()(?:St|Ste|Sta|Mr|Mrs|Ms|Dr|Prof|Nr|No|Str|Tel|Co|Inc|Ltd|Ph|approx|ca|bzw|inkl|e\.g|i\.e|z\. ?B|d\. ?h|u\. ?a|p\. ?ej|\p{Lu})\.$/u;

function asQuestion(text: string): string {
  return text === '' || text.endsWith('?') ? text : `${text.replace(/[.:!]+$/u, '')}?`;
}

function tooLong(field: string, value: string, max: number): string[] {
  return value.length > max ? [`${field}: must be at most ${max} characters long, but was ${value.length}.`] : [];
}
