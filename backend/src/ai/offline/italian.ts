import { after, bracketed, needs, plain, sparse, unnamed, type Phrases } from './phrases.js';

const TONES = { warm: 'caldi', cool: 'freddi', neutral: '' };
const STRENGTHS = { vivid: 'vivaci', muted: 'tenui', plain: '', colourless: 'neutri' };

export const ITALIAN: Phrases = {
  locale: 'it',
  recognisedBy:
    'il lo la gli le del della e per con noi nostro nostra nostri in nel di è sono una un al ogni che dal da siamo i'.split(
      ' ',
    ),
  colours: {
    black: 'nero',
    white: 'bianco',
    grey: 'grigio',
    brown: 'marrone',
    beige: 'beige',
    red: 'rosso',
    orange: 'arancione',
    yellow: 'giallo',
    green: 'verde',
    turquoise: 'turchese',
    blue: 'blu',
    purple: 'viola',
    pink: 'rosa',
  },
  lights: {
    bright: ['luce chiara', 'in una luce chiara'],
    even: ['luce morbida', 'in una luce morbida'],
    dark: ['poca luce', 'con poca luce'],
    contrast: ['forti contrasti', 'con forti contrasti'],
  },
  shapes: {
    landscape: 'foto orizzontale',
    portrait: 'foto verticale',
    square: 'foto quadrata',
    panorama: 'foto panoramica',
  },
  fillers: ['foto', 'attività locale'],
  tones: (colours, { tone, strength }) =>
    `toni ${[TONES[tone], STRENGTHS[strength]].filter(Boolean).join(' e ')} (${colours})`,
  titles: [
    needs(['topic', 'place'], (f) => `${f.topic} – ${f.business}, ${f.place}`),
    needs(['topic'], (f) => `${f.topic} | ${f.business}`),
    needs(['topic'], (f) => `${f.business}: ${f.topic}`),
    needs(['topic', 'here'], (f) => `${f.topic} a ${f.here} – ${f.business}`),
    needs(['topic', 'month'], (f) => `${f.topic}, ${f.month} – ${f.business}`),
    unnamed(['colours', 'place'], (f) => `${f.colours} – ${f.business}, ${f.place}`),
    unnamed(['category', 'base', 'colours'], (f) => `${f.category} a ${f.base}: ${f.business} in ${f.colours}`),
    unnamed(['category', 'colours'], (f) => `${f.business}, ${f.category} – in ${f.colours}`),
    sparse((f) => `${f.business} in ${f.colours}`),
    sparse((f) => `una foto in ${f.colours} | ${f.business}`),
    sparse((f) => `${f.business}: ${f.colours} ${f.inLight}`),
    unnamed(['category', 'base'], (f) => `${f.business} – ${f.category} a ${f.base}`),
    unnamed(['month', 'place'], (f) => `${f.business}, ${f.place} – ${f.month}`),
    plain((f) => `una foto di ${f.business}`),
    plain((f) => `${f.business} – una foto ${f.inLight}`),
  ],
  openings: [
    needs(['topic'], (f) => `${f.topic}: una foto di ${f.business}${bracketed(f.here || f.home, f.month)}.`),
    needs(['topic'], (f) => `${f.business}${bracketed(f.here || f.home, f.month)} presenta: ${f.topic}.`),
    needs(['topic'], (f) => `${f.business} condivide una foto${bracketed(f.here || f.home, f.month)}: ${f.topic}.`),
    unnamed([], (f) => `una foto di ${f.business}${bracketed(f.here || f.home, f.month)}.`),
    unnamed([], (f) => `${f.business} condivide una foto${bracketed(f.here || f.home, f.month)}.`),
    unnamed([], (f) => `dall’album di ${f.business}${bracketed(f.here || f.home, f.month)}.`),
    unnamed(['here'], (f) => `scattata a ${f.here}${bracketed(f.month)}: una foto di ${f.business}.`),
  ],
  looks: [
    needs(['tones'], (f) => `${f.tones}, ${f.inLight}.`),
    needs(['tones'], (f) => `i colori: ${f.tones}, ${f.inLight}.`),
    needs(['tones'], (f) => `a prima vista: ${f.tones}, ${f.inLight}.`),
    needs(['tones'], (f) => `i ${f.tones} danno il carattere all’immagine, ${f.inLight}.`),
    needs(['tones'], (f) => `un’immagine dai ${f.tones}, ${f.inLight}.`),
  ],
  businesses: [
    [needs(['quote'], (f) => f.quote)],
    [
      needs(['offers'], (f) => `anche da noi: ${f.offers}.`),
      needs(['offers'], (f) => `da noi trovate: ${f.offers}.`),
      needs(['offers'], (f) => `da scoprire da noi: ${f.offers}.`),
    ],
    [
      needs(['areas'], (f) => `dove siamo attivi: ${f.areas}.`),
      needs(['categories', 'base'], (f) => `${f.categories} a ${f.base}.`),
      needs(['categories', 'areas'], (f) => `${f.categories}: ${f.areas}.`),
    ],
  ],
  closings: [() => 'Domande? Siamo a disposizione.', () => 'Contattateci per saperne di più.', () => 'Vi aspettiamo.'],
  geos: [
    needs(
      ['hereFull', 'topic'],
      (f) => `${f.topic}, foto scattata qui: ${f.hereFull}. ${f.business}${after(', ', f.tones)}.`,
    ),
    needs(['hereFull', 'topic'], (f) => `${f.business}, ${f.hereFull}: ${f.topic}${after(', ', f.tones)}.`),
    unnamed(['hereFull'], (f) => `${f.shape} di ${f.business}, scattata qui: ${f.hereFull}${after('; ', f.tones)}.`),
    unnamed(['hereFull'], (f) => `${f.business}, ${f.hereFull}: ${f.shape}${after(', ', f.tones)}.`),
    (f) =>
      f.hereFull
        ? ''
        : `${f.topic}${f.topic && ': '}${f.shape} di ${f.business}${bracketed(f.home || f.areas)}${after(', ', f.tones)}.`,
    (f) =>
      f.hereFull ? '' : `${f.business}${bracketed(f.home || f.areas)}: ${f.topic || f.shape}${after(', ', f.tones)}.`,
  ],
};
