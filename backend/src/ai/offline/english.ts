import type { Look } from './look.js';
import { after, needs, plain, sparse, unnamed, type Facts, type Phrases } from './phrases.js';

export const ENGLISH: Phrases = {
  locale: 'en-GB',
  recognisedBy: 'the and of for with our we you your in to is are from a at as an by on that all every have us'.split(
    ' ',
  ),
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
  lights: {
    bright: ['bright light', 'in bright light'],
    even: ['soft light', 'in soft light'],
    dark: ['low light', 'in low light'],
    contrast: ['strong contrast', 'with strong contrast'],
  },
  shapes: {
    landscape: 'landscape-format photo',
    portrait: 'portrait-format photo',
    square: 'square photo',
    panorama: 'panoramic photo',
  },
  fillers: ['photo', 'local business'],
  tones: (colours, look) => [adjectives(look), colours, 'tones'].filter(Boolean).join(' '),
  titles: [
    needs(['topic', 'place'], (f) => `${f.topic} – ${f.business}, ${f.place}`),
    needs(['topic'], (f) => `${f.topic} | ${f.business}`),
    needs(['topic'], (f) => `${f.topic} – ${f.business}`),
    needs(['topic'], (f) => `${f.business}: ${f.topic}`),
    needs(['topic', 'here'], (f) => `${f.topic} in ${f.here} – ${f.business}`),
    needs(['topic', 'month'], (f) => `${f.topic}, ${f.month} – ${f.business}`),
    unnamed(['colours', 'place'], (f) => `${f.colours} – ${f.business}, ${f.place}`),
    unnamed(['colours', 'place'], (f) => `${f.business}, ${f.place} – in ${f.colours}`),
    unnamed(['colours', 'here'], (f) => `${f.business} in ${f.here}: ${f.colours}`),
    unnamed(['month', 'place'], (f) => `${f.business}, ${f.place} – ${f.month}`),
    unnamed(['category', 'base'], (f) => `${f.business} – ${f.category} in ${f.base}`),
    unnamed(['category', 'base', 'month'], (f) => `${f.business}, ${f.category} in ${f.base} – ${f.month}`),
    unnamed(['category', 'base', 'colours'], (f) => `${f.category} in ${f.base}: ${f.business} in ${f.colours}`),
    unnamed(['category', 'colours'], (f) => `${f.business}, ${f.category} – in ${f.colours}`),
    sparse((f) => `${f.business} in ${f.colours}`),
    sparse((f) => `a photo in ${f.colours} from ${f.business}`),
    sparse((f) => `${f.business}: ${f.colours} ${f.inLight}`),
    sparse((f) => `${f.tones} | ${f.business}`),
    sparse((f) => `${f.business}: ${f.tones}`),
    sparse((f) => f.month && `${f.month} in ${f.colours} – ${f.business}`),
    plain((f) => `a photo from ${f.business}`),
    plain((f) => `${f.business} ${f.inLight}`),
  ],
  openings: [
    needs(['topic'], (f) => `${f.topic}: a photo from ${f.business}${based(f)}${taken(', taken', f)}.`),
    needs(['topic'], (f) => `from ${f.business}${based(f)}: ${f.topic}${taken(', photographed', f)}.`),
    needs(['topic'], (f) => `in this photo from ${f.business}${based(f)}: ${f.topic}${taken(', captured', f)}.`),
    needs(['topic'], (f) => `${f.topic}${shared(f)} by ${f.business}${based(f)}.`),
    needs(['topic'], (f) => `${f.business}${basedHere(f)} shares a photo: ${f.topic}${taken(', taken', f)}.`),
    unnamed([], (f) => `a photo from ${f.business}${based(f)}${taken(', taken', f)}.`),
    unnamed([], (f) => `${f.business}${basedHere(f)} shares a photo${taken(' taken', f)}.`),
    unnamed([], (f) => `from the photo album of ${f.business}${based(f)}${taken(', photographed', f)}.`),
    unnamed([], (f) => `this photo comes from ${f.business}${cameFrom(f)}.`),
    unnamed([], (f) => `a moment from ${f.business}${based(f)}${taken(', captured', f)}.`),
    unnamed(['month'], (f) => `${taken('photographed', f)}: a picture from ${f.business}${based(f)}.`),
    unnamed(['here'], (f) => `${taken('taken', f)}: a photo from ${f.business}.`),
  ],
  looks: [
    needs(['tones'], (f) => `${f.tones} ${f.inLight} set the mood.`),
    needs(['tones'], (f) => `${f.tones} run through the picture, ${f.inLight}.`),
    needs(['tones'], (f) => `the colours: ${f.tones} ${f.inLight}.`),
    needs(['tones'], (f) => `${f.tones} ${f.inLight}.`),
    needs(['tones'], (f) => `what meets the eye first: ${f.tones} ${f.inLight}.`),
    needs(['tones'], (f) => `the overall impression: ${f.tones} ${f.inLight}.`),
    needs(['tones'], (f) => `${f.tones} give the picture its character, ${f.inLight}.`),
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
      needs(['areas', 'base'], (f) => (f.areas.includes(f.base) ? '' : `based in ${f.base}, we serve ${f.areas}.`)),
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
      (f) => `${f.topic}, photographed ${at(f)}: ${f.shape} from ${f.business}${inTones(f)}.`,
    ),
    needs(['hereFull', 'topic'], (f) => `${f.shape} from ${f.business}, taken ${at(f)}: ${f.topic}${inTones(f)}.`),
    unnamed(['hereFull'], (f) => `${f.shape} from ${f.business}, taken ${at(f)}${inTones(f)}.`),
    unnamed(['hereFull'], (f) => `taken ${at(f)}: ${f.shape} from ${f.business}${inTones(f)}.`),
    (f) => (f.hereFull ? '' : `${f.topic ? `${f.topic} –` : f.shape} from ${f.business}${near(f)}${inTones(f)}.`),
    (f) => (f.hereFull ? '' : `${f.topic}${f.topic && ': '}${f.shape} from ${f.business}${near(f)}${inTones(f)}.`),
  ],
};

function adjectives({ tone, strength }: Look): string {
  const known = [tone === 'neutral' ? '' : tone, strength === 'vivid' || strength === 'muted' ? strength : ''];
  return known.filter(Boolean).join(', ');
}

/** "in Bristol in June 2024" behind some words, or nothing at all when neither is known. */
function taken(words: string, { here, month }: Facts): string {
  const parts = [here, month].filter(Boolean).map((part) => `in ${part}`);
  return parts.length ? `${words} ${parts.join(here.includes(',') ? ', ' : ' ')}` : '';
}

/** "in Bristol" for the business, unless the picture is said to be from there. */
function based({ home, here }: Facts): string {
  return here ? '' : after(' in ', home);
}

/** The same within a sentence, where a second comma closes what the first one opened. */
function basedHere(facts: Facts): string {
  return based(facts) + (based(facts).includes(',') ? ',' : '');
}

/** An "and" needs something before it that it can join. */
function shared(facts: Facts): string {
  const photographed = taken(', photographed', facts);
  return photographed ? `${photographed} and shared` : ', shared';
}

function cameFrom(facts: Facts): string {
  const wasTaken = taken(' and was taken', facts);
  return wasTaken ? basedHere(facts) + wasTaken : based(facts);
}

function at({ hereFull }: Facts): string {
  return `${/\d/u.test(hereFull) ? 'at' : 'in'} ${hereFull}`;
}

function near({ home, areas }: Facts): string {
  return after(' in ', home) || after(', serving ', areas);
}

function inTones({ tones }: Facts): string {
  return after(', in ', tones);
}
