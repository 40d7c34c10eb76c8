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

/** Checks a caption. Missing keywords are filled up with the client's target keywords, categories and name. */
export function checkCaption(
  content: UncheckedCaption,
  input: Pick<CaptionInput, 'client' | 'address'>,
): DraftCheck<Caption> {
  const evidence = captionEvidence(input);
  const title = checkText('caption.title', oneLine(content.title), evidence);
  const description = checkText('caption.description', oneLine(content.description), evidence);
  const geo = checkText('caption.geoAltDescription', oneLine(content.geoAltDescription), evidence);
  const { targetKeywords, categories, business } = input.client;
  const keywordsOf = (entries: string[]) => {
    const cut = entries.map((entry) => cutAtWord(oneLine(entry), FIELDS['caption.exifKeywords'].max));
    return checkList('caption.exifKeywords', cut, evidence, KEYWORDS_MAX);
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
