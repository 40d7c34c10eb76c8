import { needs } from './needs.js';
import type { SuggestionPhrases } from './phrases.js';

export const ITALIAN: SuggestionPhrases = {
  openings: [
    needs(['categories', 'base'], (s) => `${s.business} a ${s.base}: ${s.categories}.`),
    needs(['categories', 'base'], (s) => `Benvenuti da ${s.business} a ${s.base}: ${s.categories}.`),
    needs(['categories', 'base'], (s) => `A ${s.base} vi aspetta ${s.business}: ${s.categories}.`),
    (s) => (s.base || !s.categories ? '' : `${s.business}: ${s.categories}.`),
    (s) => (s.base || !s.categories ? '' : `Benvenuti da ${s.business}: ${s.categories}.`),
    (s) => (s.categories || !s.base ? '' : `Trovate ${s.business} a ${s.base}.`),
    (s) => (s.categories || !s.base ? '' : `Benvenuti da ${s.business} a ${s.base}.`),
    (s) => (s.categories || s.base ? '' : `Benvenuti da ${s.business}.`),
    (s) => (s.categories || s.base ? '' : `${s.business} è a vostra disposizione.`),
  ],
  services: [
    needs(['services'], (s) => `Da noi trovate: ${s.services}.`),
    needs(['services'], (s) => `I nostri servizi: ${s.services}.`),
    needs(['services'], (s) => `Che cosa facciamo per voi: ${s.services}.`),
  ],
  areas: [
    needs(['areas'], (s) => `Siamo attivi qui: ${s.areas}.`),
    needs(['areas'], (s) => `La nostra zona: ${s.areas}.`),
    needs(['areas'], (s) => `Lavoriamo qui: ${s.areas}.`),
  ],
  closings: [
    () => 'Contattateci per saperne di più.',
    () => 'Domande? Siamo a disposizione.',
    () => 'Raccontateci che cosa avete in mente.',
  ],
  faqs: {
    services: [(s) => `Che cosa offre ${s.business}?`, (s) => `Da noi trovate: ${s.services}.`],
    areas: [(s) => `In quali zone lavora ${s.business}?`, (s) => `Siamo attivi qui: ${s.areas}.`],
    base: [(s) => `Dove si trova ${s.business}?`, (s) => `Ci trovate a ${s.base}.`],
    hours: [(s) => `Quali sono gli orari di ${s.business}?`, (s) => `I nostri orari: ${s.hours}.`],
  },
  own: /^(?:siamo|offriamo|la nostra|il nostro|i nostri|le nostre|noi|nella nostra|nel nostro|ogni giorno)(?!\p{L})/iu,
  servicesHeading: /^(?:i nostri |tutti i )?(?:servizi|trattamenti|prodotti|cosa (?:facciamo|offriamo)):?$/iu,
};
