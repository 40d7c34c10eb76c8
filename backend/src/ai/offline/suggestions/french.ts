import { needs } from './needs.js';
import type { SuggestionPhrases } from './phrases.js';

export const FRENCH: SuggestionPhrases = {
  openings: [
    needs(['categories', 'base'], (s) => `${s.business} (${s.base}) : ${s.categories}.`),
    needs(['categories', 'base'], (s) => `Bienvenue chez ${s.business} (${s.base}) : ${s.categories}.`),
    needs(['categories', 'base'], (s) => `${s.business} vous accueille (${s.base}) : ${s.categories}.`),
    (s) => (s.base || !s.categories ? '' : `${s.business} : ${s.categories}.`),
    (s) => (s.base || !s.categories ? '' : `Bienvenue chez ${s.business} : ${s.categories}.`),
    (s) => (s.categories || !s.base ? '' : `Bienvenue chez ${s.business} (${s.base}).`),
    (s) => (s.categories || !s.base ? '' : `${s.business} vous accueille (${s.base}).`),
    (s) => (s.categories || s.base ? '' : `Bienvenue chez ${s.business}.`),
    (s) => (s.categories || s.base ? '' : `${s.business} est à votre écoute.`),
  ],
  services: [
    needs(['services'], (s) => `Nous vous proposons : ${s.services}.`),
    needs(['services'], (s) => `Parmi nos prestations : ${s.services}.`),
    needs(['services'], (s) => `Notre offre : ${s.services}.`),
  ],
  areas: [
    needs(['areas'], (s) => `Notre zone d’intervention : ${s.areas}.`),
    needs(['areas'], (s) => `Nous travaillons ici : ${s.areas}.`),
    needs(['areas'], (s) => `Nous sommes présents ici : ${s.areas}.`),
  ],
  closings: [
    () => 'N’hésitez pas à nous contacter.',
    () => 'Parlez-nous de votre projet.',
    () => 'Une question ? Nous vous répondons volontiers.',
  ],
  faqs: {
    services: [(s) => `Que propose ${s.business} ?`, (s) => `Nous vous proposons : ${s.services}.`],
    areas: [(s) => `Où intervient ${s.business} ?`, (s) => `Notre zone d’intervention : ${s.areas}.`],
    base: [(s) => `Où se trouve ${s.business} ?`, (s) => `Vous nous trouvez ici : ${s.base}.`],
    hours: [(s) => `Quels sont les horaires de ${s.business} ?`, (s) => `Nos horaires : ${s.hours}.`],
  },
  own: /^(?:nous|notre|nos|chez nous|dans notre|avec nos)(?!\p{L})/iu,
  servicesHeading: /^(?:nos |notre )?(?:services|prestations|offres?|soins|produits|ce que nous faisons)\s?:?$/iu,
};
