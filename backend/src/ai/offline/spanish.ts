import { after, bracketed, needs, plain, sparse, unnamed, type Phrases } from './phrases.js';

const TONES = { warm: 'cálidos', cool: 'fríos', neutral: '' };
const STRENGTHS = { vivid: 'vivos', muted: 'suaves', plain: '', colourless: 'neutros' };

export const SPANISH: Phrases = {
  locale: 'es',
  recognisedBy:
    'el la los las del y para con nosotros nuestro nuestra nuestros su sus en es son una un al por cada que desde somos'.split(
      ' ',
    ),
  colours: {
    black: 'negro',
    white: 'blanco',
    grey: 'gris',
    brown: 'marrón',
    beige: 'beige',
    red: 'rojo',
    orange: 'naranja',
    yellow: 'amarillo',
    green: 'verde',
    turquoise: 'turquesa',
    blue: 'azul',
    purple: 'morado',
    pink: 'rosa',
  },
  lights: {
    bright: ['luz clara', 'con luz clara'],
    even: ['luz suave', 'con luz suave'],
    dark: ['poca luz', 'con poca luz'],
    contrast: ['fuerte contraste', 'con fuerte contraste'],
  },
  shapes: {
    landscape: 'foto en formato horizontal',
    portrait: 'foto en formato vertical',
    square: 'foto cuadrada',
    panorama: 'foto panorámica',
  },
  fillers: ['foto', 'negocio local'],
  tones: (colours, { tone, strength }) =>
    `tonos ${[TONES[tone], STRENGTHS[strength]].filter(Boolean).join(' y ')} (${colours})`,
  titles: [
    needs(['topic', 'place'], (f) => `${f.topic} – ${f.business}, ${f.place}`),
    needs(['topic'], (f) => `${f.topic} | ${f.business}`),
    needs(['topic'], (f) => `${f.business}: ${f.topic}`),
    needs(['topic', 'here'], (f) => `${f.topic} en ${f.here} – ${f.business}`),
    needs(['topic', 'month'], (f) => `${f.topic}, ${f.month} – ${f.business}`),
    unnamed(['colours', 'place'], (f) => `${f.colours} – ${f.business}, ${f.place}`),
    unnamed(['category', 'base', 'colours'], (f) => `${f.category} en ${f.base}: ${f.business} en ${f.colours}`),
    unnamed(['category', 'colours'], (f) => `${f.business}, ${f.category} – en ${f.colours}`),
    sparse((f) => `${f.business} en ${f.colours}`),
    sparse((f) => `una foto en ${f.colours} | ${f.business}`),
    sparse((f) => `${f.business}: ${f.colours} ${f.inLight}`),
    unnamed(['category', 'base'], (f) => `${f.business} – ${f.category} en ${f.base}`),
    unnamed(['month', 'place'], (f) => `${f.business}, ${f.place} – ${f.month}`),
    plain((f) => `una foto de ${f.business}`),
    plain((f) => `${f.business} – una foto ${f.inLight}`),
  ],
  openings: [
    needs(['topic'], (f) => `${f.topic}: una foto de ${f.business}${bracketed(f.here || f.home, f.month)}.`),
    needs(['topic'], (f) => `de ${f.business}${bracketed(f.here || f.home, f.month)}: ${f.topic}.`),
    needs(['topic'], (f) => `${f.business} comparte una foto${bracketed(f.here || f.home, f.month)}: ${f.topic}.`),
    unnamed([], (f) => `una foto de ${f.business}${bracketed(f.here || f.home, f.month)}.`),
    unnamed([], (f) => `${f.business} comparte una foto${bracketed(f.here || f.home, f.month)}.`),
    unnamed([], (f) => `del álbum de fotos de ${f.business}${bracketed(f.here || f.home, f.month)}.`),
    unnamed(['here'], (f) => `tomada en ${f.here}${bracketed(f.month)}: una foto de ${f.business}.`),
  ],
  looks: [
    needs(['tones'], (f) => `${f.tones}, ${f.inLight}.`),
    needs(['tones'], (f) => `los colores: ${f.tones}, ${f.inLight}.`),
    needs(['tones'], (f) => `a primera vista: ${f.tones}, ${f.inLight}.`),
    needs(['tones'], (f) => `los ${f.tones} marcan la imagen, ${f.inLight}.`),
    needs(['tones'], (f) => `una imagen de ${f.tones}, ${f.inLight}.`),
  ],
  businesses: [
    [needs(['quote'], (f) => f.quote)],
    [
      needs(['offers'], (f) => `también con nosotros: ${f.offers}.`),
      needs(['offers'], (f) => `lo que ofrecemos: ${f.offers}.`),
      needs(['offers'], (f) => `más de nosotros: ${f.offers}.`),
    ],
    [
      needs(['areas'], (f) => `trabajamos en ${f.areas}.`),
      needs(['categories', 'base'], (f) => `${f.categories} en ${f.base}.`),
      needs(['categories', 'areas'], (f) => `${f.categories} para ${f.areas}.`),
    ],
  ],
  closings: [
    () => '¿Preguntas? Le ayudamos con gusto.',
    () => 'Póngase en contacto con nosotros.',
    () => 'Cuéntenos qué tiene en mente.',
  ],
  geos: [
    needs(
      ['hereFull', 'topic'],
      (f) => `${f.topic}, foto tomada en ${f.hereFull}: ${f.business}${after(', ', f.tones)}.`,
    ),
    needs(['hereFull', 'topic'], (f) => `${f.business}, ${f.hereFull}: ${f.topic}${after(', ', f.tones)}.`),
    unnamed(['hereFull'], (f) => `${f.shape} de ${f.business}, tomada en ${f.hereFull}${after('; ', f.tones)}.`),
    unnamed(['hereFull'], (f) => `${f.business}, ${f.hereFull}: ${f.shape}${after(', ', f.tones)}.`),
    (f) =>
      f.hereFull
        ? ''
        : `${f.topic}${f.topic && ': '}${f.shape} de ${f.business}${bracketed(f.home || f.areas)}${after(', ', f.tones)}.`,
    (f) =>
      f.hereFull ? '' : `${f.business}${bracketed(f.home || f.areas)}: ${f.topic || f.shape}${after(', ', f.tones)}.`,
  ],
};
