import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { anySlowText, slowTexts } from '../../test/slow-texts.js';
import { joiner } from '../../test/suggestion-inputs.js';
import { parseFaqs } from '../contract/faqs.js';
import { SECTIONS, type Section } from '../contract/statuses.js';
import { readPage } from '../websites/page-text.js';
import { AiError, type CaptionInput, type SuggestionInput } from './ai.js';
import { unwantedIn, withoutUnwanted } from './caption.guard.js';
import { captionMessages } from './caption.prompt.js';
import { judgeCaption } from './caption.rules.js';
import { wishesIn } from './offline/feedback.js';
import { topicOf } from './offline/file-name.js';
import { languageOf } from './offline/language.js';
import { areasOf, besideName, localityOf } from './offline/place.js';
import { hasPlace, searchPhrases } from './offline/search-phrase.js';
import { spelledAs, spellingIn } from './offline/spelling.js';
import { addedBy } from './offline/suggestions/added.js';
import { OfflineProvider } from './offline.js';
import { readAnswer } from './suggestions/answer.js';
import { unstatedIn } from './suggestions/claims.js';
import { namesStreet } from './suggestions/contacts.js';
import { Evidence } from './suggestions/evidence.js';
import { containsWords, contentWords, folded } from './suggestions/folded.js';
import { jsonLdNames, jsonLdTexts } from './suggestions/json-ld.js';
import { unknownNamesIn } from './suggestions/names.js';
import { placeFault, withoutCountry } from './suggestions/places.js';
import { suggestionMessages } from './suggestions/prompt.js';
import { wholeSentences } from './suggestions/prose.js';
import { cleanEntry, cleanText, forbiddenIn, withoutContacts } from './suggestions/publishable.js';
import { judgeSuggestion } from './suggestions/rules.js';
import { cutAtSentence, cutAtWord, oneLine, sentencesOf, withoutDoubles } from './text.js';

/** Characters of a text that goes through one rule, and of one that stands in every field of a record. */
const LONG = 10_000;
const EVERYWHERE = 2000;
/** Processor time that rules may take: for any text, and for each kB of it. */
const ANY_MS = 25;
const KB_MS = 3;
const ATTEMPTS = 4;
/** How many times longer a text may take than its quarter: four times were in proportion, sixteen are the square. */
const GROWTH = 9;
/** How many times longer everything may take on a busy machine. */
const BUSY = 6;

const { signal } = new AbortController();
const ai = new OfflineProvider();
const evidence = new Evidence(joiner('description'));
const parts = (text: string): string[] => (text.match(/[\s\S]{1,200}/gu) ?? []).slice(0, 100);

/** A client's record that says the text everywhere, and a picture. */
async function captionOf(text: string): Promise<CaptionInput> {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'grey' } });
  const [short, address] = [text.slice(0, 200), text.slice(0, 500)];
  return {
    picture: { jpeg: await picture.jpeg().toBuffer(), fileName: short, width: 8, height: 8, takenAt: null },
    client: {
      business: short,
      description: text,
      mediaDescription: text,
      serviceAreas: text,
      targetKeywords: parts(text),
      categories: parts(text),
      website: '',
      address,
    },
    address,
    rejected: {
      caption: { title: short, description: text, exifKeywords: text, geoAltDescription: address },
      feedback: text,
    },
  };
}

/** A profile, a client and a website that say the text everywhere. */
function suggestionOf(section: Section, text: string): SuggestionInput {
  const [short, address, feedback] = [text.slice(0, 200), text.slice(0, 500), text.slice(0, 2000)];
  return {
    section,
    profile: {
      businessName: short,
      website: '',
      phone: short,
      address,
      hours: text,
      categories: parts(text),
      description: text,
      services: text,
      serviceAreas: text,
      faqs: text,
    },
    client: {
      business: short,
      description: text,
      serviceAreas: text,
      targetKeywords: parts(text),
      categories: parts(text),
      address,
    },
    site: siteOf(text),
    keywords: parts(text),
    previous: text,
    clientFeedback: feedback,
    staffFeedback: feedback,
  };
}

function siteOf(text: string): SuggestionInput['site'] {
  const words = text.split(/[ ,]/u);
  const jsonLd = JSON.stringify({ name: text, areaServed: words, makesOffer: words });
  return { url: 'https://slow.example/', title: text, metaDescription: text, jsonLd, text };
}

function answerOf(section: Section, text: string): string {
  const entries = [text, ...parts(text), ...text.split(/[ ,\n]/u)];
  if (section === 'description') return JSON.stringify({ description: text });
  if (section !== 'faqs') return JSON.stringify({ [section]: entries });
  return JSON.stringify({ faqs: entries.map((entry) => ({ question: entry, answer: text })) });
}

const captionAnswer = (text: string): string =>
  JSON.stringify({ title: text, description: text, exifKeywords: text.split(/[ ,]/u), geoAltDescription: text });

async function orNothing(draft: Promise<unknown>): Promise<void> {
  await draft.catch((error: unknown) => {
    if (!(error instanceof AiError)) throw error;
  });
}

async function readPages(text: string): Promise<void> {
  const html = `<title>${text}</title><meta name=description content="${text}"><p>${text}<script type="application/ld+json">${JSON.stringify({ name: text })}</script>`;
  const url = new URL('https://slow.example/');
  for (const [type, body] of [['text/plain', text] as const, ['text/html', html] as const]) {
    await readPage({ url, type, charset: 'utf-8', body: Buffer.from(body) }, signal).catch(() => undefined);
  }
}

/** What reads texts of people, websites and models, each by itself. */
const RULES: Record<string, (text: string) => unknown> = {
  oneLine,
  sentencesOf,
  wholeSentences,
  cutAtWord: (text) => cutAtWord(text, 300),
  cutAtSentence: (text) => cutAtSentence(text, 300),
  withoutDoubles: (text) => withoutDoubles(text.split(' ')),
  folded,
  contentWords,
  containsWords: (text) => containsWords(text, text.slice(0, 100)),
  cleanText,
  cleanEntry,
  forbiddenIn: (text) => forbiddenIn(text, 'Hartley'),
  withoutContacts,
  unstatedIn: (text) => unstatedIn(text, evidence),
  unknownNamesIn: (text) => unknownNamesIn(text, evidence),
  namesStreet: (text) => namesStreet(text, evidence),
  placeFault,
  withoutCountry,
  jsonLdTexts,
  jsonLdNames: (text) => jsonLdNames(text, ['name']),
  parseFaqs,
  readAnswer: (text) => SECTIONS.map((section) => readAnswer(text, section)),
  languageOf,
  wishesIn: (text) => wishesIn(text, text),
  addedBy,
  topicOf,
  localityOf,
  areasOf,
  besideName: (text) => besideName(text, text),
  searchPhrases: (text) => parts(text).filter(searchPhrases(parts(text), text.split(','))),
  hasPlace: (text) => hasPlace(text, text),
  spelledAs: (text) => spelledAs(spellingIn(text), text),
  unwantedIn: async (text) => unwantedIn(text, await captionOf('Leeds')),
  withoutUnwanted: async (text) => withoutUnwanted(text, await captionOf('Leeds')),
  'judgeCaption of any text': async (text) => judgeCaption(text, await captionOf('Leeds')),
  'judgeSuggestion of any text': (text) => judgeSuggestion(text, joiner('description')),
};

/** What reads records, websites and answers that say the text everywhere; `section` is one of the five. */
const WHOLE: Record<string, (text: string, section: Section) => unknown> = {
  'the page of a website': readPages,
  'a caption of the built-in provider': async (text) => orNothing(ai.caption(await captionOf(text), signal)),
  'a caption of a model': async (text) => {
    const input = await captionOf(text);
    captionMessages(input);
    judgeCaption(captionAnswer(text), input);
  },
  'a suggestion of the built-in provider': (text, section) =>
    orNothing(ai.suggest(suggestionOf(section, text), signal)),
  'a suggestion of the built-in provider from a website': (text, section) =>
    orNothing(ai.suggest({ ...joiner(section), site: siteOf(text) }, signal)),
  'a suggestion of a model': (text, section) => {
    const input = suggestionOf(section, text);
    suggestionMessages(input);
    judgeSuggestion(answerOf(section, text), input);
  },
};

/** The least processor time of several runs, in milliseconds; the first one within the limit is enough. */
async function leastTime(run: () => unknown, limit = 0): Promise<number> {
  let least = Infinity;
  for (let attempt = 1; attempt <= ATTEMPTS && least > limit; attempt += 1) {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** A text is fast, or, on a busy machine, at least takes no longer in proportion than a quarter of it. */
async function expectFast(run: (text: string) => unknown, text: string, kB: number, what: string): Promise<void> {
  const limit = ANY_MS + KB_MS * kB;
  const whole = await leastTime(() => run(text), limit);
  if (whole <= limit) return;
  const quarter = await leastTime(() => run(text.slice(0, text.length / 4)));
  const most = Math.min(GROWTH * quarter, BUSY * limit);
  expect([what, Math.max(whole, most)]).toEqual([what, most]);
}

describe('the time that a text takes', () => {
  const texts = Object.entries(slowTexts(LONG));
  it.each(Object.keys(RULES))('grows with its length and nothing else: %s', async (name) => {
    for (const [what, text] of texts) await expectFast(RULES[name]!, text, LONG / 1000, what);
  });

  // Some twenty fields hold the text.
  const kB = (20 * EVERYWHERE) / 1000;
  const everywhere = Object.entries(slowTexts(EVERYWHERE));
  it.each(Object.keys(WHOLE))('grows with the length of what is known and nothing else: %s', async (name) => {
    for (const [place, [what, text]] of everywhere.entries()) {
      const section = SECTIONS[place % SECTIONS.length]!;
      await expectFast((part) => WHOLE[name]!(part, section), text, kB, `${section}: ${what}`);
    }
  });

  it.each(SECTIONS)('is short for 10,000 characters of hours in every field: %s', async (section) => {
    const text = '1h'.repeat(LONG / 2);
    const suggest = (part: string) => orNothing(ai.suggest(suggestionOf(section, part), signal));
    await expectFast(suggest, text, 20 * (LONG / 1000), 'hours');
  });

  it('grows with its length and nothing else, whatever the text is made of', async () => {
    const rules = fc.constantFrom(...Object.keys(RULES));
    const tried = fc.asyncProperty(anySlowText(LONG), rules, async (text, name) =>
      expectFast(RULES[name]!, text, LONG / 1000, name),
    );
    await fc.assert(tried, { numRuns: 200 });
    const [whole, sections] = [fc.constantFrom(...Object.keys(WHOLE)), fc.constantFrom(...SECTIONS)];
    const triedWhole = fc.asyncProperty(anySlowText(EVERYWHERE), whole, sections, async (text, name, section) =>
      expectFast((part) => WHOLE[name]!(part, section), text, kB, `${name}: ${section}`),
    );
    await fc.assert(triedWhole, { numRuns: 60 });
  });
});
