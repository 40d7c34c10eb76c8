import { IMAGE_FIELDS } from '../../../contract/image-fields.js';
import { KEYWORDS_MAX, KEYWORDS_MIN, type Caption, type CaptionInput } from '../../ai.js';
import { preferredEntries, parseFeedback, type Wishes } from '../../feedback.js';
import { cutAtSentence, cutAtWord, oneLine, sentencesOf, withoutDuplicates } from '../../text.js';
import { wordsOfFileName } from './file-name.js';
import type { Look } from './look.js';
import { splitAreas, unlessInName, findLocality } from './places.js';
import {
  CAPTION_BUSINESS_SENTENCES,
  CAPTION_LOOKS,
  CAPTION_OPENINGS,
  CAPTION_TITLES,
  CLOSINGS,
  GEO_ALT_DESCRIPTIONS,
} from './templates.js';
import { isEnglish, joinList, Writer, type Facts } from './writer.js';

/** Sentences are added to a description until it has this many characters. */
const DESCRIPTION_GOAL = 150;
/** A sentence is left out if the description would get more characters than this. */
const DESCRIPTION_LIMIT = 300;
/** Maximum number of entries of a list within a sentence. */
const LISTED_MAX = 4;
/** Maximum number of characters of a keyword. */
const KEYWORD_MAX = 60;

/** Writes a caption from templates. The same input and `variant` always give the same caption. */
export function writeCaption(input: CaptionInput, look: Look, variant: number): Caption {
  const { picture, rejected, requested } = input;
  const feedback = [rejected?.feedback, requested?.instruction].filter(Boolean).join('\n');
  const previous = rejected?.caption ?? requested?.caption;
  const wishes = parseFeedback(feedback, previous ? Object.values(previous).join('\n') : '');
  const { targetKeywords, categories } = input.client;
  const client = {
    ...input.client,
    targetKeywords: preferredEntries(targetKeywords, wishes),
    categories: preferredEntries(categories, wishes),
  };
  const seed = [picture.jpeg, picture.fileName, feedback, String(variant)];
  const facts = factsOf({ ...input, client }, look, wishes, new Writer({}, [], 'facts', ...seed));
  const writer = new Writer(facts, wishes.avoid, ...seed);
  return {
    title:
      writer.write(CAPTION_TITLES, IMAGE_FIELDS.title.max) ||
      cutAtWord(facts.topic || facts.business!, IMAGE_FIELDS.title.max),
    description: cutAtSentence(writeDescription(writer, wishes), IMAGE_FIELDS.description.max),
    exifKeywords: keywordsOf(facts, client, look, writer).join(', '),
    geoAltDescription: cutAtSentence(writer.write(GEO_ALT_DESCRIPTIONS), IMAGE_FIELDS.geoAltDescription.max),
  };
}

/**
 * Returns the values of the placeholders in the caption templates; `''` if unknown, or if the feedback objects to it.
 */
function factsOf({ picture, client, address }: CaptionInput, look: Look, wishes: Wishes, chooser: Writer): Facts {
  const business = oneLine(client.business);
  const mayNamePlace = !wishes.without.includes('place');
  const photoAddress = oneLine(address);
  const photoTown = mayNamePlace ? findLocality(address) : '';
  const businessTown = findLocality(client.address);
  const areas = splitAreas(client.serviceAreas);
  const listedAreas = joinList((areas.length > LISTED_MAX ? chooser.rotate(areas) : areas).slice(0, LISTED_MAX));
  const month = wishes.without.includes('month') ? '' : monthOf(picture.takenAt);
  const colours = wishes.without.includes('colours') ? '' : joinList(look.colours);
  return {
    business,
    topic: wordsOfFileName(picture.fileName),
    // Where the picture was taken: `at 7 The Crescent, Otley`.
    atAddress: photoAddress && `${/\d/u.test(photoAddress) ? 'at' : 'in'} ${photoAddress}`,
    photoTown,
    // `in Otley in June 2024`
    inTownAndMonth: [photoTown && `in ${photoTown}`, month && `in ${month}`]
      .filter(Boolean)
      .join(photoTown.includes(',') ? ', ' : ' '),
    businessTown: mayNamePlace ? businessTown : '',
    // `businessTown`, if `photoTown` is unknown and the business's name does not contain it.
    home: mayNamePlace && !photoTown ? unlessInName(business, businessTown) : '',
    // `in Leeds`, or `serving Leeds and Otley`
    near: businessTown ? `in ${businessTown}` : listedAreas && `serving ${listedAreas}`,
    // The most specific town or area known, unless the business's name contains it.
    place: mayNamePlace ? unlessInName(business, photoTown || businessTown || (areas[0] ?? '')) : '',
    areas: mayNamePlace ? listedAreas : '',
    category: chooser.pick(client.categories) ?? '',
    categories: joinList(client.categories.slice(0, LISTED_MAX)),
    quote: chooser.pick(sentencesOf(client.description).filter(isQuotable)) ?? '',
    month,
    colours,
    tones: colours && `${colours} tones`,
    withLight: look.light === 'strong contrast' ? 'with strong contrast' : `in ${look.light}`,
    shape: shapeOf(picture),
  };
}

function writeDescription(writer: Writer, wishes: Wishes): string {
  let text = [writer.write(CAPTION_OPENINGS), writer.write(CAPTION_LOOKS)].filter(Boolean).join(' ');
  if (wishes.short) return text;
  for (const group of [...writer.rotate(CAPTION_BUSINESS_SENTENCES), CLOSINGS]) {
    const longer = `${text} ${writer.write(group)}`.trim();
    if (text.length < DESCRIPTION_GOAL && longer.length <= DESCRIPTION_LIMIT) text = longer;
  }
  return text;
}

/** Whether a sentence of the client's description can be published without the sentences around it. */
function isQuotable(sentence: string): boolean {
  return (
    sentence.length >= 30 &&
    sentence.length <= 200 &&
    /[.!]$/u.test(sentence) &&
    isEnglish(sentence) &&
    !/https?:|www\.|@|[€$£]|\d[\d\s()/-]{5,}|<|%/u.test(sentence) &&
    !/^(?:this|these|that|those|they|it|its|also|but|however|and)\b/iu.test(sentence)
  );
}

/** Returns keywords: known facts first, then the look of the picture; general words if these are too few. */
function keywordsOf(facts: Facts, client: CaptionInput['client'], look: Look, writer: Writer): string[] {
  const { topic = '', business = '', month = '', shape = '', tones = '', photoTown, businessTown, place = '' } = facts;
  const [firstWanted = '', ...wanted] = client.targetKeywords;
  const [firstCategory = '', ...categories] = client.categories;
  const shortName = business.length <= KEYWORD_MAX ? business : '';
  const known = [topic, firstWanted, firstCategory, ...(photoTown || businessTown || place).split(', '), shortName];
  const visual = [...(tones ? look.colours : []), month, ...categories, look.light, shape, tones];
  const all = cleanKeywords([...known, ...writer.rotate(wanted).slice(0, 3), ...visual]).slice(0, KEYWORDS_MAX);
  return all.length < KEYWORDS_MIN
    ? cleanKeywords([...all, 'photo', 'local business', business]).slice(0, KEYWORDS_MIN)
    : all;
}

function cleanKeywords(words: string[]): string[] {
  return withoutDuplicates(words.map((word) => cutAtWord(oneLine(word.replaceAll(/[,;()]/gu, ' ')), KEYWORD_MAX)));
}

/**
 * `June 2024`; `''` for an implausible date: a camera whose clock is not set writes its first day or a future one.
 */
function monthOf(takenAt: string | null): string {
  const taken = new Date(`${takenAt}Z`);
  const isPlausible = taken.getTime() > Date.UTC(1995, 0) && taken.getTime() < Date.now() + 86_400_000;
  if (!isPlausible || takenAt?.startsWith('2000-01-01')) return '';
  return new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(taken);
}

function shapeOf({ width, height }: CaptionInput['picture']): string {
  const ratio = width / height;
  if (ratio >= 2) return 'panoramic photo';
  if (ratio > 1.1) return 'landscape-format photo';
  return ratio < 0.9 ? 'portrait-format photo' : 'square photo';
}
