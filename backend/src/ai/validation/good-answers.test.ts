import { describe, expect, it } from '@jest/globals';
import { bareBusiness, type InputChanges } from '../../../test/suggestion-inputs.js';
import type { Faq } from '../../contract/faqs.js';
import { suggestionChecks } from './suggestions.js';

type Business = [known: InputChanges, description: string, services: string[], faqs: Faq[], keywords: string[]];

/** Businesses, and what a good model writes for them. */
const BUSINESSES: Record<string, Business> = {
  florist: [
    {
      profile: {
        businessName: 'Bloom & Stem',
        address: '12 Princess Victoria Street, Clifton, Bristol BS8 4BP, UK',
        hours: 'Tue-Sat 9am-5pm',
        categories: ['Florist', 'Gift shop'],
        description:
          'Bloom & Stem is a family-run florist in the heart of Clifton. We tie every bouquet by hand with flowers from West Country growers.',
        services: 'Wedding flowers\nFuneral flowers\nBouquet delivery',
        serviceAreas: 'Bristol, Bath, Keynsham and Portishead',
      },
      client: {
        business: 'Bloom & Stem',
        serviceAreas: 'Bristol, Bath',
        targetKeywords: ['florist bristol', 'wedding flowers', 'best florist near me'],
        categories: ['Florist'],
      },
    },
    'Bloom & Stem is a family-run florist in the heart of Clifton, Bristol. Every bouquet is tied by hand using seasonal flowers from West Country growers, so each arrangement feels fresh and personal. Whether you are planning a wedding, saying a last goodbye at a funeral or simply brightening someone’s day, our florists listen first and design around you. We create wedding flowers, funeral tributes and gift bouquets, and deliver across Bristol, Bath, Keynsham and Portishead. Visit our shop from Tuesday to Saturday to see what is in bloom, or get in touch to talk through your ideas.',
    [
      'Wedding flowers',
      'Funeral flowers',
      'Bouquet delivery',
      'Hand-tied bouquets',
      'Gift bouquets',
      'Wedding consultations',
    ],
    [
      {
        question: 'Do you deliver flowers in Bath?',
        answer: 'Yes. We deliver bouquets across Bristol, Bath, Keynsham and Portishead.',
      },
      { question: 'When are you open?', answer: 'We are open Tuesday to Saturday from 9am to 5pm.' },
      { question: 'Where do your flowers come from?', answer: 'We work with West Country growers wherever we can.' },
      {
        question: 'Do you do wedding flowers?',
        answer:
          'Yes, we design flowers for weddings of every size. Tell us about your day and we will plan the flowers with you.',
      },
    ],
    [
      'florist bristol',
      'wedding flowers bristol',
      'funeral flowers Bristol',
      'flower delivery Bath',
      'florist Clifton',
      'bouquet delivery Keynsham',
      'flower shop near me',
      'gift shop Clifton',
      'hand-tied bouquets',
      'flower shop Portishead',
    ],
  ],
  'German joiner': [
    {
      profile: {
        businessName: 'Schreinerei Huber',
        address: 'Hauptstraße 12, 83022 Rosenheim',
        hours: 'Mo–Fr 7:30–17 Uhr',
        categories: ['Schreinerei', 'Möbelbau'],
        description:
          'Wir bauen Möbel und Türen nach Maß in unserer Werkstatt in Rosenheim. Seit 1978 arbeiten wir mit Holz aus der Region.',
        services: 'Möbel nach Maß\nTüren\nEinbauschränke',
        serviceAreas: 'Rosenheim, Bad Aibling und Kolbermoor',
      },
      client: { business: 'Schreinerei Huber', targetKeywords: ['schreiner rosenheim', 'küchen nach maß'] },
    },
    'Die Schreinerei Huber in Rosenheim baut Möbel und Türen nach Maß. Seit 1978 verarbeiten wir in unserer eigenen Werkstatt Holz aus der Region – vom Einbauschrank bis zur Küche. Wir nehmen uns Zeit für Ihre Wünsche, messen vor Ort und planen gemeinsam mit Ihnen. In Handarbeit entstehen so Möbel, die genau in Ihre Räume passen. Wir arbeiten für Kundinnen und Kunden in Rosenheim, Bad Aibling und Kolbermoor. Sprechen Sie uns an, wir freuen uns auf Ihr Projekt.',
    ['Möbel nach Maß', 'Türen nach Maß', 'Einbauschränke', 'Küchen nach Maß', 'Maßmöbel'],
    [
      { question: 'In welchen Orten arbeiten Sie?', answer: 'Wir arbeiten in Rosenheim, Bad Aibling und Kolbermoor.' },
      { question: 'Wann haben Sie geöffnet?', answer: 'Montag bis Freitag von 7:30 bis 17 Uhr.' },
      {
        question: 'Bauen Sie auch Küchen nach Maß?',
        answer: 'Ja, wir planen und bauen Küchen nach Maß in unserer Werkstatt.',
      },
    ],
    [
      'Schreiner Rosenheim',
      'Schreinerei Rosenheim',
      'Möbel nach Maß Rosenheim',
      'Küchen nach Maß',
      'Einbauschrank nach Maß',
      'Schreinerei Bad Aibling',
      'Möbelbau Kolbermoor',
      'Türen nach Maß',
    ],
  ],
  'French bakery': [
    {
      profile: {
        businessName: 'Boulangerie Martin',
        address: '12 rue de la Paix, 69002 Lyon, France',
        hours: 'Mardi-samedi 7h-19h',
        categories: ['Boulangerie', 'Pâtisserie'],
        description:
          'Nous préparons le pain et les gâteaux dans notre fournil chaque nuit. Nos pains au levain sont notre fierté.',
        services: 'Pain au levain\nGâteaux d’anniversaire\nViennoiseries',
        serviceAreas: 'Lyon, Villeurbanne',
      },
      client: { business: 'Boulangerie Martin', targetKeywords: ['boulangerie lyon'] },
    },
    'À la Boulangerie Martin, à Lyon, nous préparons chaque nuit le pain et les gâteaux dans notre propre fournil. Nos pains au levain, croustillants et parfumés, font notre fierté. Vous trouverez aussi des viennoiseries et des gâteaux d’anniversaire sur commande. Nous accueillons nos clients de Lyon et de Villeurbanne du mardi au samedi. Passez nous voir !',
    ['Pain au levain', 'Gâteaux d’anniversaire', 'Viennoiseries', 'Pâtisseries'],
    [
      { question: 'Quand êtes-vous ouverts ?', answer: 'Nous sommes ouverts du mardi au samedi, de 7 h à 19 h.' },
      {
        question: 'Faites-vous des gâteaux d’anniversaire ?',
        answer: 'Oui, nous préparons des gâteaux d’anniversaire dans notre fournil.',
      },
    ],
    [
      'boulangerie Lyon',
      'pâtisserie Lyon',
      'pain au levain Lyon',
      'gâteau anniversaire Lyon',
      'boulangerie Villeurbanne',
      'viennoiseries Lyon',
    ],
  ],
  'Spanish bakery': [
    {
      profile: {
        businessName: 'Panadería La Espiga',
        address: 'Calle Mayor 3, 28013 Madrid',
        categories: ['Panadería'],
        description: 'Somos una panadería de barrio y hacemos el pan cada día en nuestro obrador.',
        services: 'Pan de masa madre\nTartas por encargo',
        serviceAreas: 'Madrid, Chamberí',
      },
      client: { business: 'La Espiga' },
    },
    'Panadería La Espiga es una panadería de barrio en Madrid donde hacemos el pan cada día en nuestro obrador. Preparamos pan de masa madre y tartas por encargo para desayunos, meriendas y celebraciones. Atendemos a vecinos de Madrid y Chamberí. Venga a conocernos.',
    ['Pan de masa madre', 'Tartas por encargo'],
    [{ question: '¿Hacen tartas por encargo?', answer: 'Sí, hacemos tartas por encargo en nuestro obrador.' }],
    ['panadería Madrid', 'pan de masa madre Madrid', 'tartas por encargo', 'panadería Chamberí'],
  ],
  'Italian pasta maker': [
    {
      profile: {
        businessName: 'Pastificio Rossi',
        address: 'Via del Pratello 14, 40122 Bologna BO, Italia',
        categories: ['Pastificio'],
        description: 'Ogni mattina prepariamo la pasta fresca nella nostra cucina di Bologna.',
        services: 'Tortellini\nTagliatelle',
        serviceAreas: 'Bologna',
      },
      client: { business: 'Pastificio Rossi' },
    },
    'Da Pastificio Rossi, a Bologna, prepariamo ogni mattina la pasta fresca nella nostra cucina. Tortellini, tagliatelle e altri formati nascono da ingredienti semplici. Vi aspettiamo in negozio.',
    ['Tortellini', 'Tagliatelle', 'Pasta fresca'],
    [
      {
        question: 'Preparate la pasta ogni giorno?',
        answer: 'Sì, ogni mattina prepariamo la pasta fresca nella nostra cucina.',
      },
    ],
    ['pasta fresca Bologna', 'pastificio Bologna', 'tortellini Bologna'],
  ],
  plumber: [
    {
      profile: {
        businessName: 'Otley Plumbing & Heating',
        address: 'Unit 4, 9 Mill Lane, Otley LS21 1AA',
        categories: ['Plumber', 'Heating contractor'],
        services: 'Boiler repair, bathroom fitting, leaks',
        serviceAreas: 'otley, ilkley, leeds',
      },
      client: {
        business: 'Otley Plumbing',
        description: 'Local plumber serving Otley, Ilkley and Leeds. Boilers, bathrooms and leaks.',
        targetKeywords: ['plumber otley'],
      },
      site: {
        title: '',
        metaDescription: '',
        jsonLd: '',
        text: 'Gas Safe registered engineers. Underfloor heating. Boiler servicing. Radiator installation',
      },
    },
    'Otley Plumbing & Heating is a local plumber and heating contractor serving Otley, Ilkley and Leeds. We repair and service boilers, fit bathrooms, install radiators and underfloor heating, and fix leaks. Our Gas Safe registered engineers explain what needs doing before they start. We treat your home with care and leave it tidy.',
    [
      'Boiler repair',
      'Boiler servicing',
      'Bathroom fitting',
      'Bathroom installation',
      'Leak repair',
      'Leak detection',
      'Radiator installation',
      'Underfloor heating',
    ],
    [{ question: 'Are your engineers registered?', answer: 'Yes, our engineers are Gas Safe registered.' }],
    [
      'plumber Otley',
      'boiler repair Otley',
      'heating engineer Ilkley',
      'bathroom fitters Leeds',
      'leaking pipe repair',
    ],
  ],
};

describe('what a good model writes is published as it is', () => {
  it.each(Object.entries(BUSINESSES))('for a %s', (_, [known, description, services, faqs, keywords]) => {
    const check = suggestionChecks(bareBusiness('description', known));
    const problems = [
      check('description', description),
      check('services', services),
      check('faqs', faqs),
      check('keywords', keywords),
    ].flatMap((verdict) => verdict.problems);
    expect(problems).toEqual([]);
  });
});
