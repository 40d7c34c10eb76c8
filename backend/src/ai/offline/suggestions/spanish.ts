import { needs } from './needs.js';
import type { SuggestionPhrases } from './phrases.js';

export const SPANISH: SuggestionPhrases = {
  openings: [
    needs(['categories', 'base'], (s) => `${s.business} en ${s.base}: ${s.categories}.`),
    needs(['categories', 'base'], (s) => `Le damos la bienvenida a ${s.business} en ${s.base}: ${s.categories}.`),
    needs(['categories', 'base'], (s) => `En ${s.base} le espera ${s.business}: ${s.categories}.`),
    (s) => (s.base || !s.categories ? '' : `${s.business}: ${s.categories}.`),
    (s) => (s.base || !s.categories ? '' : `Le damos la bienvenida a ${s.business}: ${s.categories}.`),
    (s) => (s.categories || !s.base ? '' : `Encontrará ${s.business} en ${s.base}.`),
    (s) => (s.categories || !s.base ? '' : `Le damos la bienvenida a ${s.business} en ${s.base}.`),
    (s) => (s.categories || s.base ? '' : `Le damos la bienvenida a ${s.business}.`),
    (s) => (s.categories || s.base ? '' : `${s.business} está a su disposición.`),
  ],
  services: [
    needs(['services'], (s) => `Ofrecemos ${s.services}.`),
    needs(['services'], (s) => `Nuestros servicios: ${s.services}.`),
    needs(['services'], (s) => `Lo que hacemos por usted: ${s.services}.`),
  ],
  areas: [
    needs(['areas'], (s) => `Trabajamos en ${s.areas}.`),
    needs(['areas'], (s) => `Atendemos en ${s.areas}.`),
    needs(['areas'], (s) => `Nuestra zona: ${s.areas}.`),
  ],
  closings: [
    () => 'Póngase en contacto con nosotros.',
    () => 'Cuéntenos qué tiene en mente.',
    () => '¿Preguntas? Le ayudamos con gusto.',
  ],
  faqs: {
    services: [(s) => `¿Qué ofrece ${s.business}?`, (s) => `Ofrecemos ${s.services}.`],
    areas: [(s) => `¿En qué zonas trabaja ${s.business}?`, (s) => `Trabajamos en ${s.areas}.`],
    base: [(s) => `¿Dónde está ${s.business}?`, (s) => `Nos encontrará en ${s.base}.`],
    hours: [(s) => `¿Cuál es el horario de ${s.business}?`, (s) => `Nuestro horario: ${s.hours}.`],
  },
  own: /^(?:somos|ofrecemos|nuestr[oa]s?|nosotros|en nuestr[oa]|trabajamos|hacemos)(?!\p{L})/iu,
  servicesHeading: /^(?:nuestros |todos los )?(?:servicios|tratamientos|productos|qué (?:hacemos|ofrecemos)):?$/iu,
};
