import {
  KEYWORDS_MAX,
  KEYWORDS_MIN,
  type Caption,
  type UncheckedCaption,
  type CaptionInput,
  type DraftCheck,
} from '../ai.js';
import { cutAtWord, oneLine } from '../text.js';
import { checkList, checkText } from './check.js';
import { captionEvidence } from './evidence.js';
import { FIELDS } from './rules.js';

/** Checks a caption. Too few keywords are filled up from the client's own. */
export function checkCaption(
  content: UncheckedCaption,
  input: Pick<CaptionInput, 'client' | 'address'>,
): DraftCheck<Caption> {
  const known = captionEvidence(input);
  const title = checkText('caption.title', oneLine(content.title), known);
  const description = checkText('caption.description', oneLine(content.description), known);
  const geo = checkText('caption.geoAltDescription', oneLine(content.geoAltDescription), known);
  const { targetKeywords, categories, business } = input.client;
  const keywordsOf = (entries: string[]) => {
    const cut = entries.map((entry) => cutAtWord(oneLine(entry), FIELDS['caption.exifKeywords'].max));
    return checkList('caption.exifKeywords', cut, known, KEYWORDS_MAX);
  };
  const given = keywordsOf(content.exifKeywords);
  const own = [...targetKeywords, ...categories, business].flatMap((entry) => entry.split(','));
  const filled = keywordsOf([...given.kept, ...own]).kept.slice(0, Math.max(KEYWORDS_MIN, given.kept.length));
  const problems = [title, description, geo, given].flatMap((checked) => checked.problems);
  if (content.exifKeywords.length < KEYWORDS_MIN) {
    problems.push(`exifKeywords: must be ${KEYWORDS_MIN} to ${KEYWORDS_MAX}, but were ${content.exifKeywords.length}.`);
  }
  if (!title.kept || !description.kept || !geo.kept || filled.length < KEYWORDS_MIN) return { problems, usable: null };
  const usable = {
    title: title.kept,
    description: description.kept,
    exifKeywords: filled.join(', '),
    geoAltDescription: geo.kept,
  };
  return { problems, usable };
}
