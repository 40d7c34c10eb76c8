import { needs } from './needs.js';
import type { SuggestionPhrases } from './phrases.js';

export const ENGLISH: SuggestionPhrases = {
  openings: [
    needs(['categories', 'base'], (s) => `${s.business} is your ${s.categories} in ${s.base}.`),
    needs(['categories', 'base'], (s) => `Welcome to ${s.business}, your ${s.categories} in ${s.base}.`),
    needs(['categories', 'base'], (s) => `In ${s.base}, ${s.business} is here for you: ${s.categories}.`),
    (s) => (s.base || !s.categories ? '' : `${s.business} is your ${s.categories}.`),
    (s) => (s.base || !s.categories ? '' : `Welcome to ${s.business}, your ${s.categories}.`),
    (s) => (s.categories || !s.base ? '' : `You find ${s.business} in ${s.base}.`),
    (s) => (s.categories || !s.base ? '' : `Welcome to ${s.business} in ${s.base}.`),
    (s) => (s.categories || s.base ? '' : `Welcome to ${s.business}.`),
    (s) => (s.categories || s.base ? '' : `${s.business} is here for you.`),
  ],
  services: [
    needs(['services'], (s) => `We offer ${s.services}.`),
    needs(['services'], (s) => `Our services include ${s.services}.`),
    needs(['services'], (s) => `What you can come to us for: ${s.services}.`),
  ],
  areas: [
    needs(['areas'], (s) => `We serve ${s.areas}.`),
    needs(['areas'], (s) => `We are there for you in ${s.areas}.`),
    needs(['areas'], (s) => `Our service area: ${s.areas}.`),
  ],
  closings: [
    () => 'Get in touch and tell us what you need.',
    () => 'We look forward to hearing from you.',
    () => 'Tell us what you have in mind.',
  ],
  faqs: {
    services: [(s) => `What does ${s.business} offer?`, (s) => `We offer ${s.services}.`],
    areas: [(s) => `Which areas does ${s.business} serve?`, (s) => `We serve ${s.areas}.`],
    base: [(s) => `Where is ${s.business}?`, (s) => `You find us in ${s.base}.`],
    hours: [(s) => `When is ${s.business} open?`, (s) => `Our opening hours: ${s.hours}.`],
  },
  own: /^(?:we|our|at our|here at|whether|from)\b/iu,
  servicesHeading: /^(?:our |all |the )?(?:services|treatments|what we (?:do|offer)|products)(?: & .*| and .*)?:?$/iu,
};
