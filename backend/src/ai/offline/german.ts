import { after, bracketed, needs, plain, sparse, unnamed, type Phrases } from './phrases.js';

const TONES = { warm: 'warme', cool: 'kühle', neutral: '' };
const STRENGTHS = { vivid: 'kräftige', muted: 'gedämpfte', plain: '', colourless: '' };

export const GERMAN: Phrases = {
  locale: 'de',
  recognisedBy:
    'der die das und für mit wir unser unsere sie ihr ihre in von zu ist sind aus nach seit bei im auch ein eine'.split(
      ' ',
    ),
  colours: {
    black: 'Schwarz',
    white: 'Weiß',
    grey: 'Grau',
    brown: 'Braun',
    beige: 'Beige',
    red: 'Rot',
    orange: 'Orange',
    yellow: 'Gelb',
    green: 'Grün',
    turquoise: 'Türkis',
    blue: 'Blau',
    purple: 'Violett',
    pink: 'Rosa',
  },
  lights: {
    bright: ['helles Licht', 'bei hellem Licht'],
    even: ['weiches Licht', 'bei weichem Licht'],
    dark: ['wenig Licht', 'bei wenig Licht'],
    contrast: ['starker Kontrast', 'mit starkem Kontrast'],
  },
  shapes: {
    landscape: 'Foto im Querformat',
    portrait: 'Foto im Hochformat',
    square: 'quadratisches Foto',
    panorama: 'Panoramafoto',
  },
  fillers: ['Foto', 'Betrieb vor Ort'],
  tones: (colours, { tone, strength }) =>
    [[TONES[tone], STRENGTHS[strength]].filter(Boolean).join(', '), 'Töne in', colours].filter(Boolean).join(' '),
  titles: [
    needs(['topic', 'place'], (f) => `${f.topic} – ${f.business}, ${f.place}`),
    needs(['topic'], (f) => `${f.topic} | ${f.business}`),
    needs(['topic'], (f) => `${f.business}: ${f.topic}`),
    needs(['topic', 'here'], (f) => `${f.topic} in ${f.here} – ${f.business}`),
    needs(['topic', 'month'], (f) => `${f.topic}, ${f.month} – ${f.business}`),
    unnamed(['colours', 'place'], (f) => `${f.colours} – ${f.business}, ${f.place}`),
    unnamed(['category', 'base', 'colours'], (f) => `${f.category} in ${f.base}: ${f.business} in ${f.colours}`),
    unnamed(['category', 'colours'], (f) => `${f.business}, ${f.category} – in ${f.colours}`),
    sparse((f) => `${f.business} in ${f.colours}`),
    sparse((f) => `ein Foto in ${f.colours} – ${f.business}`),
    sparse((f) => `${f.business}: ${f.colours} ${f.inLight}`),
    sparse((f) => `${f.tones} | ${f.business}`),
    unnamed(['category', 'base'], (f) => `${f.business} – ${f.category} in ${f.base}`),
    unnamed(['month', 'place'], (f) => `${f.business}, ${f.place} – ${f.month}`),
    plain((f) => `ein Foto von ${f.business}`),
    plain((f) => `${f.business} – ein Foto ${f.inLight}`),
  ],
  openings: [
    needs(['topic'], (f) => `${f.topic}: ein Foto von ${f.business}${bracketed(f.here || f.home, f.month)}.`),
    needs(['topic'], (f) => `von ${f.business}${bracketed(f.here || f.home, f.month)}: ${f.topic}.`),
    needs(['topic'], (f) => `${f.business} zeigt ein Foto${bracketed(f.here || f.home, f.month)}: ${f.topic}.`),
    unnamed([], (f) => `ein Foto von ${f.business}${bracketed(f.here || f.home, f.month)}.`),
    unnamed([], (f) => `${f.business} teilt ein Foto${bracketed(f.here || f.home, f.month)}.`),
    unnamed([], (f) => `aus dem Fotoalbum von ${f.business}${bracketed(f.here || f.home, f.month)}.`),
    unnamed([], (f) => `dieses Bild stammt von ${f.business}${bracketed(f.here || f.home, f.month)}.`),
    unnamed(['here'], (f) => `aufgenommen in ${f.here}${bracketed(f.month)}: ein Foto von ${f.business}.`),
  ],
  looks: [
    needs(['tones'], (f) => `${f.tones} prägen das Bild, ${f.inLight}.`),
    needs(['tones'], (f) => `die Farben: ${f.tones}, ${f.inLight}.`),
    needs(['tones'], (f) => `${f.tones}, ${f.inLight}.`),
    needs(['tones'], (f) => `auf den ersten Blick: ${f.tones}, ${f.inLight}.`),
    needs(['tones'], (f) => `${f.tones} bestimmen die Stimmung, ${f.inLight}.`),
  ],
  businesses: [
    [needs(['quote'], (f) => f.quote)],
    [
      needs(['offers'], (f) => `auch von uns: ${f.offers}.`),
      needs(['offers'], (f) => `dafür sind wir da: ${f.offers}.`),
      needs(['offers'], (f) => `mehr von uns: ${f.offers}.`),
    ],
    [
      needs(['areas'], (f) => `unser Einsatzgebiet: ${f.areas}.`),
      needs(['areas'], (f) => `wir sind da für ${f.areas}.`),
      needs(['categories', 'base'], (f) => `${f.categories} in ${f.base}.`),
      needs(['categories', 'areas'], (f) => `${f.categories} für ${f.areas}.`),
    ],
  ],
  closings: [
    () => 'Fragen? Wir sind gerne für Sie da.',
    () => 'Sprechen Sie uns gerne an.',
    () => 'Wir freuen uns auf Ihre Nachricht.',
  ],
  geos: [
    needs(
      ['hereFull', 'topic'],
      (f) => `${f.topic}, Aufnahmeort ${f.hereFull}: ${f.shape} von ${f.business}${after(', ', f.tones)}.`,
    ),
    needs(
      ['hereFull', 'topic'],
      (f) => `${f.shape} von ${f.business}, Aufnahmeort ${f.hereFull}: ${f.topic}${after(', ', f.tones)}.`,
    ),
    unnamed(['hereFull'], (f) => `${f.shape} von ${f.business}, Aufnahmeort ${f.hereFull}${after('; ', f.tones)}.`),
    unnamed(['hereFull'], (f) => `Aufnahmeort ${f.hereFull}: ${f.shape} von ${f.business}${after(', ', f.tones)}.`),
    (f) =>
      f.hereFull
        ? ''
        : `${f.topic}${f.topic && ': '}${f.shape} von ${f.business}${bracketed(f.home || f.areas)}${after(', ', f.tones)}.`,
    (f) =>
      f.hereFull ? '' : `${f.business}${bracketed(f.home || f.areas)} – ${f.topic || f.shape}${after(', ', f.tones)}.`,
  ],
};
