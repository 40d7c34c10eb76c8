import { CAPTION_DESCRIPTION_MAX, CAPTION_TITLE_MAX, GEO_ALT_DESCRIPTION_MAX } from '../../contract/limits.js';
import type { Caption, CaptionInput } from '../ai.js';
import { KEYWORD_MAX, KEYWORDS_MAX, KEYWORDS_MIN } from '../caption.rules.js';
import { cutAtSentence, cutAtWord, oneLine, withoutDoubles } from '../text.js';
import type { Wishes } from './feedback.js';
import { colourNames } from './facts.js';
import type { Look } from './look.js';
import { needs, unnamed, type Facts, type Line, type Phrases } from './phrases.js';
import type { Seed } from './seed.js';

/** A description below this length says one thing more, as long as there is one. */
const DESCRIPTION_AIM = 190;
const DESCRIPTION_AIM_MAX = 330;
/** A description still below this length ends with a word to the customer. */
const CLOSING_BELOW = 150;
/** Keywords of a picture about which much is known. */
const KEYWORDS_AIM = 8;

/** Titles where the name of the business leaves no room for what tells its pictures apart. */
const NAMELESS: Line[] = [
  needs(['topic'], (f) => f.topic),
  needs(['topic', 'here'], (f) => `${f.topic} – ${f.here}`),
  needs(['topic', 'month'], (f) => `${f.topic}, ${f.month}`),
  needs(['topic', 'tones'], (f) => `${f.topic} – ${f.tones}`),
  unnamed(['tones'], (f) => f.tones),
  unnamed(['tones'], (f) => `${f.tones} ${f.inLight}`),
  unnamed(['tones', 'here'], (f) => `${f.tones} – ${f.here}`),
  unnamed(['tones', 'month'], (f) => `${f.tones} – ${f.month}`),
  unnamed(['tones', 'category'], (f) => `${f.category} – ${f.tones}`),
];

/** Writes a caption from facts; the seed chooses between the ways to say it. */
export class Draft {
  constructor(
    private readonly facts: Facts,
    private readonly language: Phrases,
    private readonly wishes: Wishes,
    private readonly seed: Seed,
  ) {}

  caption(client: CaptionInput['client'], look: Look): Caption {
    const { titles, geos } = this.language;
    const { topic, business } = this.facts;
    return {
      title: cutAtWord(
        this.say(titles, CAPTION_TITLE_MAX) || this.say(NAMELESS, CAPTION_TITLE_MAX) || topic || business,
        CAPTION_TITLE_MAX,
      ),
      description: cutAtSentence(this.description(), CAPTION_DESCRIPTION_MAX),
      exifKeywords: this.keywords(client, look).join(', '),
      geoAltDescription: cutAtSentence(this.say(geos), GEO_ALT_DESCRIPTION_MAX),
    };
  }

  private description(): string {
    const { openings, looks, businesses, closings } = this.language;
    const about = this.seed.shuffle(businesses).map((lines) => this.say(lines));
    const sentences = [this.say(openings), this.say(looks)];
    const said = () => sentences.filter(Boolean).join(' ');
    for (const sentence of this.wishes.short ? [] : about.filter(Boolean)) {
      const first = sentences.length === 2;
      const room = said().length < DESCRIPTION_AIM && said().length + sentence.length < DESCRIPTION_AIM_MAX;
      if (first || room) sentences.push(sentence);
    }
    if (said().length < CLOSING_BELOW && !this.wishes.short) sentences.push(this.say(closings));
    return said();
  }

  /** Says one of the lines that can be said, if possible without the words that the client took exception to. */
  private say(lines: Line[], max = Infinity): string {
    const said = lines
      .map((line) => line(this.facts))
      .filter(Boolean)
      .map((text) => this.polish(text));
    const fitting = said.filter((text) => text.length <= max);
    const liked = fitting.filter((text) => !this.wishes.avoid.some((words) => text.toLowerCase().includes(words)));
    return this.seed.pick(liked.length ? liked : fitting) ?? '';
  }

  private polish(text: string): string {
    const line = oneLine(text)
      .replace(/([.!?])\.(?=\s|$)/gu, '$1')
      .replace(this.language.locale === 'fr' ? /\s+([,.])(?=\s|$)/gu : /\s+([,.;:!?])(?=\s|$)/gu, '$1');
    return line.startsWith(this.facts.business) ? line : line[0]!.toUpperCase() + line.slice(1);
  }

  /** What is surely known first; how the picture looks fills up to the fewest that a caption has. */
  private keywords(client: CaptionInput['client'], look: Look): string[] {
    const { topic, business, here, base, place, month, shape, tones } = this.facts;
    const [firstWanted = '', ...wanted] = client.targetKeywords;
    const [firstCategory = '', ...categories] = client.categories;
    const places = (here || base || place).split(', ');
    const named = business.length <= KEYWORD_MAX ? business : '';
    const known = [topic, firstWanted, firstCategory, ...places, named, ...this.seed.rotate(wanted).slice(0, 3)];
    const [light] = this.language.lights[look.light];
    const looks = [...colourNames(look, this.language), month, ...this.seed.rotate(categories), light, shape, tones];
    const count = Math.min(KEYWORDS_MAX, Math.max(KEYWORDS_AIM, clean(known).length));
    const all = clean([...known, ...looks]);
    if (all.length >= KEYWORDS_MIN) return all.slice(0, count);
    return clean([...all, ...this.language.fillers, business]).slice(0, KEYWORDS_MIN);
  }
}

function clean(words: string[]): string[] {
  return withoutDoubles(words.map((word) => cutAtWord(oneLine(word.replaceAll(/[,;()]/gu, ' ')), KEYWORD_MAX)));
}
