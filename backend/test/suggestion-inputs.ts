import type { SuggestionInput } from '../src/ai/ai.js';
import type { Section } from '../src/contract/statuses.js';

/** Changes to a suggestion's input, part by part. */
export interface InputChanges {
  profile?: Partial<SuggestionInput['profile']>;
  client?: Partial<SuggestionInput['client']>;
  site?: Partial<NonNullable<SuggestionInput['site']>> | null;
  keywords?: string[];
  previous?: string;
  clientFeedback?: string;
  staffFeedback?: string;
}

/** A joiner about which nearly everything is known. */
export function joiner(section: Section, changes: InputChanges = {}): SuggestionInput {
  const { profile, client, site, ...rest } = changes;
  return {
    section,
    profile: {
      businessName: 'Hartley Joinery',
      website: 'https://hartley.example',
      phone: '0113 496 0000',
      address: '3 Mill Lane, Headingley, Leeds LS6 2QA, UK',
      hours: 'Mon–Fri 8:00–17:30',
      categories: ['Joiner', 'Carpenter'],
      description:
        'We build oak doors and sash windows in our own workshop in Leeds. Call 0113 496 0000 for prices from £99!',
      services: 'Oak doors\nSash windows\noak doors ',
      serviceAreas: 'Leeds, Otley and Ilkley',
      faqs: 'Q: Do you fit the doors as well?\nA: Yes, we hang every door that we build.',
      ...profile,
    },
    client: {
      business: 'Hartley Joinery Ltd',
      description: 'We build doors, windows and staircases in Leeds for old and new houses.',
      serviceAreas: 'Leeds, Harrogate',
      targetKeywords: ['joiner leeds', 'oak staircases'],
      categories: ['Joiner'],
      address: '3 Mill Lane, Leeds',
      ...client,
    },
    site:
      site === null
        ? null
        : {
            url: 'https://hartley.example/',
            title: 'Hartley Joinery | Doors and windows',
            metaDescription: 'Hand-made doors and windows from Leeds, since 1987.',
            jsonLd:
              '{"@type":"HomeAndConstructionBusiness","telephone":"+44 113 496 0000","areaServed":[{"@type":"City","name":"Wetherby"}],"makesOffer":[{"itemOffered":{"@type":"Service","name":"Wardrobe fitting"}}]}',
            text: 'Welcome\nOur services\nStair renovation\nKitchen fronts\nWe measure, build and fit everything ourselves.\nWe use cookies on this website.\nCall us: 0113 496 0000',
            ...site,
          },
    keywords: [],
    previous: '',
    clientFeedback: '',
    staffFeedback: '',
    ...rest,
  };
}

/** A business of which only the name is known. */
export function bareBusiness(section: Section, changes: InputChanges = {}): SuggestionInput {
  const profile = {
    website: '',
    phone: '',
    address: '',
    hours: '',
    categories: [],
    description: '',
    services: '',
    serviceAreas: '',
    faqs: '',
  };
  const client = {
    business: 'Joe’s',
    description: '',
    serviceAreas: '',
    targetKeywords: [],
    categories: [],
    address: '',
  };
  return joiner(section, {
    ...changes,
    profile: { businessName: 'Joe’s', ...profile, ...changes.profile },
    client: { ...client, ...changes.client },
    site: changes.site ?? null,
  });
}
