import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { anySlowText, slowTexts } from '../slow-texts.js';
import { joiner } from '../suggestion-inputs.js';
import { parseFaqs } from '../../src/contract/faqs.js';
import { SECTIONS, type Section } from '../../src/contract/statuses.js';
import { readPage } from '../../src/websites/page-text.js';
import {
  AiError,
  type UncheckedCaption,
  type CaptionInput,
  type UncheckedSections,
  type SuggestionInput,
} from '../../src/ai/ai.js';
import { parseFeedback } from '../../src/ai/feedback.js';
import { readCaption, readSection } from '../../src/ai/prompts/answers.js';
import { captionMessages } from '../../src/ai/prompts/caption.prompt.js';
import { suggestionMessages } from '../../src/ai/prompts/suggestion.prompt.js';
import { wordsOfFileName } from '../../src/ai/providers/offline/file-name.js';
import { OfflineProvider } from '../../src/ai/providers/offline/offline.js';
import { splitAreas, unlessInName, findLocality } from '../../src/ai/providers/offline/places.js';
import { fill, isEnglish } from '../../src/ai/providers/offline/writer.js';
import { cutAtSentence, cutAtWord, folded, oneLine, sentencesOf, withoutDuplicates } from '../../src/ai/text.js';
import { checkCaption } from '../../src/ai/validation/captions.js';
import { cleanEntry, cleanText } from '../../src/ai/validation/clean.js';
import { contactsIn, withoutContacts } from '../../src/ai/validation/contacts.js';
import { suggestionEvidence } from '../../src/ai/validation/evidence.js';
import { jsonLdTexts } from '../../src/ai/validation/json-ld.js';
import { isGerman } from '../../src/ai/validation/names.js';
import { placeProblem, withoutCountry } from '../../src/ai/validation/places.js';
import { FIELDS } from '../../src/ai/validation/rules.js';
import { suggestionChecks } from '../../src/ai/validation/suggestions.js';
import { containsWords, contentWords } from '../../src/ai/validation/words.js';

/** Characters of a text that goes through one rule, and of one that stands in every field of a record. */
const LONG = 10_000;
const EVERYWHERE = 2000;
/** Milliseconds of processor time that rules may take on a busy machine: for any text, and for each kB of it. */
const ANY_MS = 150;
const KB_MS = 18;
const ATTEMPTS = 4;
/** Milliseconds after which a slow machine tries no more random texts. */
const RANDOM_MS = 45_000;

const { signal } = new AbortController();
const ai = new OfflineProvider();
const evidence = suggestionEvidence(joiner('description'));
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
    requested: null,
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

function contentOf(section: Section, text: string): UncheckedSections[Section] {
  const entries = [text, ...parts(text), ...text.split(/[ ,\n]/u)];
  if (section === 'description') return text;
  return section === 'faqs' ? entries.map((question) => ({ question, answer: text })) : entries;
}

const captionAnswer = (text: string): UncheckedCaption => ({
  title: text,
  description: text,
  exifKeywords: text.split(/[ ,]/u),
  geoAltDescription: text,
});

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
const READERS: Record<string, (text: string) => unknown> = {
  oneLine,
  sentencesOf,
  cutAtWord: (text) => cutAtWord(text, 300),
  cutAtSentence: (text) => cutAtSentence(text, 300),
  withoutDuplicates: (text) => withoutDuplicates(text.split(' ')),
  folded,
  contentWords,
  containsWords: (text) => containsWords(text, text.slice(0, 100)),
  cleanText,
  cleanEntry,
  contactsIn,
  withoutContacts,
  placeFault: placeProblem,
  withoutCountry,
  jsonLdTexts,
  parseFaqs,
  readCaption,
  readSection: (text) => SECTIONS.map((section) => readSection(text, section)),
  isGerman,
  isEnglish,
  parseFeedback: (text) => parseFeedback(text, text),
  wordsOfFileName,
  findLocality,
  splitAreas,
  unlessInName: (text) => unlessInName(text, text),
  fill: (text) => fill('{business}[ in {home}].', { business: text, home: text }),
  ...Object.fromEntries(
    [...new Set(Object.values(FIELDS).flatMap(({ rules }) => rules))].map((rule, place) => [
      `rule ${place + 1}, ${rule.name}`,
      (text: string) => rule(text, evidence),
    ]),
  ),
};

/** What reads records, websites and answers that say the text everywhere; `section` is one of the five. */
const WHOLE: Record<string, (text: string, section: Section) => unknown> = {
  'the page of a website': readPages,
  'a caption of the built-in provider': async (text) => orNothing(ai.draftCaption(await captionOf(text), signal)),
  'a caption of a model': async (text) => {
    const input = await captionOf(text);
    captionMessages(input);
    checkCaption(captionAnswer(text), input);
  },
  'a suggestion of the built-in provider': (text, section) =>
    orNothing(ai.draftSuggestion(suggestionOf(section, text), signal)),
  'a suggestion of a model': (text, section) => {
    const input = suggestionOf(section, text);
    suggestionMessages(input);
    suggestionChecks(input)(section, contentOf(section, text) as never);
  },
};

/** The least processor time of several attempts is within the limit; the first one within it is enough. */
async function expectFast(run: (text: string) => unknown, text: string, kB: number, what: string): Promise<void> {
  const limit = ANY_MS + KB_MS * kB;
  let least = Infinity;
  for (let attempt = 1; attempt <= ATTEMPTS && least > limit; attempt += 1) {
    const before = process.cpuUsage();
    await run(text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  expect([what, Math.max(least, limit)]).toEqual([what, limit]);
}

describe('the processing time of a text', () => {
  const texts = Object.entries(slowTexts(LONG));
  it.each(Object.keys(READERS))('is linear in its length: %s', async (name) => {
    for (const [what, text] of texts) await expectFast(READERS[name]!, text, LONG / 1000, what);
  });

  // Some twenty fields hold the text.
  const kB = (20 * EVERYWHERE) / 1000;
  const everywhere = Object.entries(slowTexts(EVERYWHERE));
  it.each(Object.keys(WHOLE))('is linear in the length of the inputs: %s', async (name) => {
    for (const [place, [what, text]] of everywhere.entries()) {
      const section = SECTIONS[place % SECTIONS.length]!;
      await expectFast((part) => WHOLE[name]!(part, section), text, kB, `${section}: ${what}`);
    }
  });

  it.each(SECTIONS)('is short for 10,000 characters of hours in every field: %s', async (section) => {
    const text = '1h'.repeat(LONG / 2);
    const suggest = (part: string) => orNothing(ai.draftSuggestion(suggestionOf(section, part), signal));
    await expectFast(suggest, text, 20 * (LONG / 1000), 'hours');
  });

  it('is linear in its length, whatever characters the text has', async () => {
    const rules = fc.constantFrom(...Object.keys(READERS));
    const tried = fc.asyncProperty(anySlowText(LONG), rules, async (text, name) =>
      expectFast(READERS[name]!, text, LONG / 1000, name),
    );
    await fc.assert(tried, { numRuns: 200, interruptAfterTimeLimit: RANDOM_MS });
    const [whole, sections] = [fc.constantFrom(...Object.keys(WHOLE)), fc.constantFrom(...SECTIONS)];
    const triedWhole = fc.asyncProperty(anySlowText(EVERYWHERE), whole, sections, async (text, name, section) =>
      expectFast((part) => WHOLE[name]!(part, section), text, kB, `${name}: ${section}`),
    );
    await fc.assert(triedWhole, { numRuns: 60, interruptAfterTimeLimit: RANDOM_MS });
  });
});
