import { expect, it } from '@jest/globals';
import { ENGLISH } from './english.js';
import type { Facts } from './phrases.js';

const PLACES = ['', 'Lisboa', 'Clifton, Bristol'];
const NONE: Facts = {
  business: 'Padaria Aurora',
  topic: '',
  here: '',
  hereFull: '',
  base: '',
  home: '',
  place: '',
  areas: '',
  category: '',
  categories: '',
  offers: '',
  quote: '',
  month: '',
  colours: 'brown',
  tones: 'brown tones',
  inLight: 'in soft light',
  shape: 'square photo',
};

/** Each opening for each combination of what may be known. */
function openings(): string[] {
  const topics = ['', 'Terrace'];
  const known = topics.flatMap((topic) =>
    PLACES.flatMap((here) =>
      PLACES.flatMap((base) => ['', 'June 2024'].map((month) => ({ topic, here, base, home: base, month }))),
    ),
  );
  return known.flatMap((facts) => ENGLISH.openings.map((line) => line({ ...NONE, ...facts }))).filter(Boolean);
}

it('joins by “and” only what is joined', () => {
  const joined = openings().filter((text) => text.includes(' and '));
  expect(joined.length).toBeGreaterThan(0);
  for (const text of joined) {
    expect(text).toMatch(/, photographed in .+ and shared by|this photo comes from .+ and was taken in /u);
  }
});

it('leaves no punctuation hanging', () => {
  for (const text of openings()) expect(text).not.toMatch(/[,:;–]\s*[.,:;]|\s[.,:;]|\s{2}|\.\./u);
});
