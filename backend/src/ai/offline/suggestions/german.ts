import { needs } from './needs.js';
import type { SuggestionPhrases } from './phrases.js';

export const GERMAN: SuggestionPhrases = {
  openings: [
    needs(['categories', 'base'], (s) => `${s.business} in ${s.base}: ${s.categories}.`),
    needs(['categories', 'base'], (s) => `Willkommen bei ${s.business} in ${s.base} – ${s.categories}.`),
    needs(['categories', 'base'], (s) => `${s.categories} in ${s.base}: Dafür steht ${s.business}.`),
    (s) => (s.base || !s.categories ? '' : `${s.business}: ${s.categories}.`),
    (s) => (s.base || !s.categories ? '' : `Willkommen bei ${s.business} – ${s.categories}.`),
    (s) => (s.categories || !s.base ? '' : `Sie finden ${s.business} in ${s.base}.`),
    (s) => (s.categories || !s.base ? '' : `Willkommen bei ${s.business} in ${s.base}.`),
    (s) => (s.categories || s.base ? '' : `Willkommen bei ${s.business}.`),
    (s) => (s.categories || s.base ? '' : `${s.business} ist für Sie da.`),
  ],
  services: [
    needs(['services'], (s) => `Unser Angebot: ${s.services}.`),
    needs(['services'], (s) => `Wir bieten Ihnen ${s.services}.`),
    needs(['services'], (s) => `Zu unseren Leistungen gehören ${s.services}.`),
  ],
  areas: [
    needs(['areas'], (s) => `Wir sind für Sie da in ${s.areas}.`),
    needs(['areas'], (s) => `Unser Einsatzgebiet: ${s.areas}.`),
    needs(['areas'], (s) => `Wir arbeiten in ${s.areas}.`),
  ],
  closings: [
    () => 'Sprechen Sie uns gerne an.',
    () => 'Wir freuen uns auf Ihre Nachricht.',
    () => 'Erzählen Sie uns, was Sie vorhaben.',
  ],
  faqs: {
    services: [(s) => `Was bietet ${s.business} an?`, (s) => `Unser Angebot: ${s.services}.`],
    areas: [(s) => `Wo ist ${s.business} im Einsatz?`, (s) => `Wir sind für Sie da in ${s.areas}.`],
    base: [(s) => `Wo finde ich ${s.business}?`, (s) => `Sie finden uns in ${s.base}.`],
    hours: [(s) => `Wann hat ${s.business} geöffnet?`, (s) => `Unsere Öffnungszeiten: ${s.hours}.`],
  },
  own: /^(?:wir|unser\p{L}*|bei uns|in unser\p{L}*|ob|mit unser\p{L}*)(?!\p{L})/iu,
  servicesHeading:
    /^(?:unsere? |alle )?(?:leistungen|angebote?|leistungsangebot|services?|dienstleistungen|produkte|behandlungen|was wir (?:tun|bieten))(?: im überblick)?:?$/iu,
};
