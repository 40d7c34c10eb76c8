import { needs, unnamed, type Facts, type Phrases } from './phrases.js';

/** "in Bristol in June 2024" behind some words, or nothing at all when neither is known. */
function taken(words: string, { here, month }: Facts): string {
  const parts = [here, month].filter(Boolean).map((part) => `in ${part}`);
  return parts.length ? `${words} ${parts.join(here.includes(',') ? ', ' : ' ')}` : '';
}

/** "in Bristol" for the business, unless the picture is said to be from there. */
function based({ base, here }: Facts): string {
  return base && !here ? ` in ${base}` : '';
}

function place({ hereFull }: Facts): string {
  return `${/\d/u.test(hereFull) ? 'at' : 'in'} ${hereFull}`;
}

export const ENGLISH: Phrases = {
  locale: 'en-GB',
  recognisedBy: 'the and of for with our we you your in to is are from'.split(' '),
  colours: {
    black: 'black',
    white: 'white',
    grey: 'grey',
    brown: 'brown',
    beige: 'beige',
    red: 'red',
    orange: 'orange',
    yellow: 'yellow',
    green: 'green',
    turquoise: 'turquoise',
    blue: 'blue',
    purple: 'purple',
    pink: 'pink',
  },
  lights: { bright: 'bright light', even: 'even light', dark: 'low light', contrast: 'strong light and shade' },
  shapes: {
    landscape: 'landscape-format photo',
    portrait: 'portrait-format photo',
    square: 'square photo',
    panorama: 'panoramic photo',
  },
  shades: (colours, { tone, strength }) => {
    const adjectives = [tone === 'neutral' ? '' : tone, strength === 'plain' ? '' : strength].filter(Boolean);
    return [adjectives.join(', '), 'shades of', colours].filter(Boolean).join(' ');
  },
  titles: [
    needs(['topic', 'place'], (f) => `${f.topic} – ${f.business}, ${f.place}`),
    needs(['topic'], (f) => `${f.topic} | ${f.business}`),
    needs(['topic'], (f) => `${f.topic} from ${f.business}`),
    needs(['topic'], (f) => `${f.business}: ${f.topic}`),
    needs(['topic', 'here'], (f) => `${f.topic} in ${f.here} – ${f.business}`),
    needs(['topic', 'month'], (f) => `${f.topic}, ${f.month} – ${f.business}`),
    unnamed(['colours', 'place'], (f) => `${f.colours} – ${f.business}, ${f.place}`),
    unnamed(['colours'], (f) => `${f.business} in ${f.colours}`),
    unnamed(['colours'], (f) => `a photo in ${f.colours} from ${f.business}`),
    unnamed(['colours'], (f) => `${f.business}: ${f.colours} in ${f.light}`),
    unnamed(['colours'], (f) => `shades of ${f.colours} | ${f.business}`),
    unnamed(['colours'], (f) => `${f.light}, ${f.colours}: ${f.business}`),
    unnamed(['category', 'base'], (f) => `${f.business} – ${f.category} in ${f.base}`),
    unnamed(['colours', 'month'], (f) => `${f.month} in ${f.colours} – ${f.business}`),
    unnamed(['month', 'place'], (f) => `${f.business}, ${f.place} – ${f.month}`),
    unnamed(['colours', 'here'], (f) => `${f.business} in ${f.here}: ${f.colours}`),
    (f) => (f.topic || f.colours ? '' : `a photo from ${f.business}`),
    (f) => (f.topic || f.colours ? '' : `${f.business} in ${f.light}`),
  ],
  openings: [
    needs(['topic'], (f) => `${f.topic}: a photo from ${f.business}${based(f)}${taken(', taken', f)}.`),
    needs(['topic'], (f) => `from ${f.business}${based(f)}: ${f.topic}${taken(', photographed', f)}.`),
    needs(['topic'], (f) => `in this photo from ${f.business}${based(f)}: ${f.topic}${taken(', captured', f)}.`),
    needs(['topic'], (f) => `${f.topic}${taken(', photographed', f)} and shared by ${f.business}${based(f)}.`),
    needs(['topic'], (f) => `${f.business}${based(f)} shares a photo: ${f.topic}${taken(', taken', f)}.`),
    unnamed([], (f) => `a photo from ${f.business}${based(f)}${taken(', taken', f)}.`),
    unnamed([], (f) => `${f.business}${based(f)} shares a photo${taken(' taken', f)}.`),
    unnamed([], (f) => `from the photo album of ${f.business}${based(f)}${taken(', photographed', f)}.`),
    unnamed([], (f) => `this picture comes from ${f.business}${based(f)}${taken(' and was taken', f)}.`),
    unnamed([], (f) => `an impression from ${f.business}${based(f)}${taken(', captured', f)}.`),
    unnamed(['month'], (f) => `${taken('photographed', f)}: a picture from ${f.business}${based(f)}.`),
    unnamed(['here'], (f) => `${taken('taken', f)}: a photo by ${f.business}.`),
  ],
  looks: [
    needs(['shades'], (f) => `${f.light} and ${f.shades} set the tone.`),
    needs(['shades'], (f) => `${f.shades} lead the colours, in ${f.light}.`),
    needs(['shades'], (f) => `the colours: ${f.shades}, in ${f.light}.`),
    needs(['shades'], (f) => `${f.light} brings out ${f.shades}.`),
    needs(['shades'], (f) => `${f.shades} and ${f.light} make the picture.`),
    needs(['shades'], (f) => `${f.shades} meet ${f.light}.`),
    needs(['shades'], (f) => `at first glance: ${f.shades} and ${f.light}.`),
  ],
  businesses: [
    [needs(['quote'], (f) => f.quote)],
    [
      needs(['offers'], (f) => `more from us: ${f.offers}.`),
      needs(['offers'], (f) => `what we are here for: ${f.offers}.`),
      needs(['offers'], (f) => `also from us: ${f.offers}.`),
    ],
    [
      needs(['areas'], (f) => `we serve ${f.areas}.`),
      needs(['areas', 'base'], (f) => `based in ${f.base}, we serve ${f.areas}.`),
      needs(['categories', 'base'], (f) => `${f.categories} in ${f.base}.`),
      needs(['categories', 'areas'], (f) => `${f.categories} for ${f.areas}.`),
    ],
  ],
  closings: [
    () => 'Get in touch with us to find out more.',
    () => 'Questions? We are happy to help.',
    () => 'Tell us what you have in mind.',
    () => 'We look forward to hearing from you.',
  ],
  geos: [
    needs(
      ['hereFull', 'topic'],
      (f) => `${f.topic}, photographed ${place(f)}: ${f.shape} from ${f.business}${inShades(f)}.`,
    ),
    needs(['hereFull', 'topic'], (f) => `${f.shape} from ${f.business}, taken ${place(f)}: ${f.topic}${inShades(f)}.`),
    unnamed(['hereFull'], (f) => `${f.shape} from ${f.business}, taken ${place(f)}${inShades(f)}.`),
    unnamed(['hereFull'], (f) => `taken ${place(f)}: ${f.shape} from ${f.business}${inShades(f)}.`),
    (f) => (f.hereFull ? '' : `${f.topic || f.shape} from ${f.business}${near(f)}${inShades(f)}.`),
    (f) =>
      f.hereFull ? '' : `${[f.topic, f.shape].filter(Boolean).join(': ')} from ${f.business}${near(f)}${inShades(f)}.`,
  ],
};

function inShades({ shades }: Facts): string {
  return shades && `, in ${shades}`;
}

function near({ base, areas }: Facts): string {
  if (base) return ` in ${base}`;
  return areas ? `, serving ${areas}` : '';
}
