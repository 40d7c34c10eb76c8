import { after, bracketed, needs, plain, sparse, unnamed, type Phrases } from './phrases.js';

const TONES = { warm: 'chauds', cool: 'froids', neutral: '' };
const STRENGTHS = { vivid: 'vifs', muted: 'discrets', plain: '', colourless: 'neutres' };

export const FRENCH: Phrases = {
  locale: 'fr',
  recognisedBy:
    'le la les des du et pour avec nous vous notre nos votre vos dans est sont une un au aux sur chaque qui depuis'.split(
      ' ',
    ),
  colours: {
    black: 'noir',
    white: 'blanc',
    grey: 'gris',
    brown: 'brun',
    beige: 'beige',
    red: 'rouge',
    orange: 'orange',
    yellow: 'jaune',
    green: 'vert',
    turquoise: 'turquoise',
    blue: 'bleu',
    purple: 'violet',
    pink: 'rose',
  },
  lights: {
    bright: ['lumière claire', 'dans une lumière claire'],
    even: ['lumière douce', 'dans une lumière douce'],
    dark: ['lumière tamisée', 'dans une lumière tamisée'],
    contrast: ['forts contrastes', 'avec de forts contrastes'],
  },
  shapes: {
    landscape: 'photo au format paysage',
    portrait: 'photo au format portrait',
    square: 'photo carrée',
    panorama: 'photo panoramique',
  },
  fillers: ['photo', 'entreprise locale'],
  tones: (colours, { tone, strength }) =>
    `tons ${[TONES[tone], STRENGTHS[strength]].filter(Boolean).join(' et ')} (${colours})`,
  titles: [
    needs(['topic', 'place'], (f) => `${f.topic} – ${f.business}, ${f.place}`),
    needs(['topic'], (f) => `${f.topic} | ${f.business}`),
    needs(['topic'], (f) => `${f.business} : ${f.topic}`),
    needs(['topic', 'month'], (f) => `${f.topic}, ${f.month} – ${f.business}`),
    unnamed(['colours', 'place'], (f) => `${f.colours} – ${f.business}, ${f.place}`),
    unnamed(['category', 'base', 'colours'], (f) => `${f.category}, ${f.base} : ${f.business} en ${f.colours}`),
    unnamed(['category', 'colours'], (f) => `${f.business}, ${f.category} – ${f.colours}`),
    sparse((f) => `${f.business} en ${f.colours}`),
    sparse((f) => `une photo en ${f.colours} | ${f.business}`),
    sparse((f) => `${f.business} : ${f.colours} ${f.inLight}`),
    unnamed(['category', 'base'], (f) => `${f.business} – ${f.category}, ${f.base}`),
    unnamed(['month', 'place'], (f) => `${f.business}, ${f.place} – ${f.month}`),
    plain((f) => `une photo partagée par ${f.business}`),
    plain((f) => `${f.business} – une photo ${f.inLight}`),
  ],
  openings: [
    needs(
      ['topic'],
      (f) => `${f.topic} : une photo partagée par ${f.business}${bracketed(f.here || f.home, f.month)}.`,
    ),
    needs(['topic'], (f) => `${f.business}${bracketed(f.here || f.home, f.month)} vous présente : ${f.topic}.`),
    needs(['topic'], (f) => `en photo chez ${f.business}${bracketed(f.here || f.home, f.month)} : ${f.topic}.`),
    unnamed([], (f) => `une photo partagée par ${f.business}${bracketed(f.here || f.home, f.month)}.`),
    unnamed([], (f) => `${f.business} partage une photo${bracketed(f.here || f.home, f.month)}.`),
    unnamed([], (f) => `une image de l’album photo : ${f.business}${bracketed(f.here || f.home, f.month)}.`),
    unnamed(
      ['here'],
      (f) => `lieu de la prise de vue : ${f.here}${bracketed(f.month)}. Une photo partagée par ${f.business}.`,
    ),
  ],
  looks: [
    needs(['tones'], (f) => `des ${f.tones} ${f.inLight}.`),
    needs(['tones'], (f) => `les couleurs : des ${f.tones} ${f.inLight}.`),
    needs(['tones'], (f) => `au premier regard : des ${f.tones} ${f.inLight}.`),
    needs(['tones'], (f) => `des ${f.tones} donnent le ton, ${f.inLight}.`),
    needs(['tones'], (f) => `l’image vit de ses ${f.tones}, ${f.inLight}.`),
  ],
  businesses: [
    [needs(['quote'], (f) => f.quote)],
    [
      needs(['offers'], (f) => `également chez nous : ${f.offers}.`),
      needs(['offers'], (f) => `nous sommes là pour vous : ${f.offers}.`),
      needs(['offers'], (f) => `à découvrir aussi : ${f.offers}.`),
    ],
    [
      needs(['areas'], (f) => `notre zone d’intervention : ${f.areas}.`),
      needs(['categories', 'base'], (f) => `${f.categories} – ${f.base}.`),
      needs(['categories', 'areas'], (f) => `${f.categories} : ${f.areas}.`),
    ],
  ],
  closings: [
    () => 'Une question ? Nous vous répondons volontiers.',
    () => 'N’hésitez pas à nous contacter.',
    () => 'Parlez-nous de votre projet.',
  ],
  geos: [
    needs(['hereFull', 'topic'], (f) => `${f.topic}, lieu : ${f.hereFull}. ${f.business}${after(', ', f.tones)}.`),
    needs(['hereFull', 'topic'], (f) => `${f.business}, ${f.hereFull} : ${f.topic}${after(', ', f.tones)}.`),
    unnamed(['hereFull'], (f) => `${f.shape} partagée par ${f.business}, lieu : ${f.hereFull}${after('; ', f.tones)}.`),
    unnamed(['hereFull'], (f) => `${f.business}, ${f.hereFull} : ${f.shape}${after(', ', f.tones)}.`),
    (f) =>
      f.hereFull
        ? ''
        : `${f.topic}${f.topic && ' : '}${f.shape} partagée par ${f.business}${bracketed(f.home || f.areas)}${after(', ', f.tones)}.`,
    (f) =>
      f.hereFull ? '' : `${f.business}${bracketed(f.home || f.areas)} : ${f.topic || f.shape}${after(', ', f.tones)}.`,
  ],
};
