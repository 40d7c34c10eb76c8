import { describe, expect, it } from '@jest/globals';
import { joiner, bareBusiness, type InputChanges } from '../../../test/suggestion-inputs.js';
import { parseFaqs } from '../../contract/faqs.js';
import type { Section } from '../../contract/statuses.js';
import type { UncheckedSections } from '../ai.js';
import { suggestionChecks } from './suggestions.js';

function judge<S extends Section>(section: S, content: UncheckedSections[S], changes: InputChanges = {}) {
  return suggestionChecks(joiner(section, changes))(section, content);
}

/** What remains of a description, and what was wrong with it. */
function described(text: string, changes: InputChanges = {}) {
  return judge('description', text, changes);
}

const SOUND = 'We build oak doors and sash windows in Leeds.';

describe('a text that Google does not take', () => {
  it.each([
    ['See https://hartley.example for more.', 'a link'],
    ['See www.hartley.example for more.', 'a link'],
    ['Find us on hartley-joinery.co.uk today.', 'a link'],
    ['Write to doors@hartley.example.', 'an e-mail address or an account'],
    ['Follow us @hartley.', 'an e-mail address or an account'],
    ['We build <b>doors</b>.', 'HTML'],
    ['Doors &amp; windows.', 'HTML'],
    ['Oak doors for £99.', 'a price'],
    ['Türen ab 99 Euro.', 'a price'],
    ['Oak doors at low prices.', 'words about a low price'],
    ['Cheap doors.', 'words about a low price'],
    ['Get 20% off all doors.', 'a promotion'],
    ['A discount for everybody.', 'a promotion'],
    ['Ask for our special offer.', 'a promotion'],
    ['Jetzt mit Rabatt.', 'a promotion'],
    ['Two for one on doors.', 'a promotion'],
    ['Puertas en promoción.', 'a promotion'],
    ['Doors for Euro 99.', 'a price'],
    ['See ww\u200bw.hartley.exam\u00adple for more.', 'a link'],
    ['Profitez de nos offres spéciales.', 'a promotion'],
    ['Call 0113 496 0000.', 'a phone number'],
    ['Our number is +44 (0)113 496-0000.', 'a phone number'],
    ['Appelez le 01 23 45 67 89.', 'a phone number'],
    ['Ring 555-123-4567 now.', 'a phone number'],
    ['Come to 3 Mill Lane.', 'the address of the street'],
  ])('loses the sentence: %s', (sentence, what) => {
    // All numbers are stated, so that no other rule sees them.
    const profile = { hours: '99 20 0113 496 0000 44 0 01 23 45 67 89 555 123 4567 3' };
    const { usable, problems } = described(`${SOUND} ${sentence} ${SOUND.replace('We', 'We also')}`, { profile });
    expect(problems.join()).toContain(what);
    expect(usable).toBe(`${SOUND} ${SOUND.replace('We', 'We also')}`);
  });

  it.each([
    'We are open from 8:00 to 17:30.',
    'Open Monday to Friday, 8.00 - 17.30.',
    'From 2010 - 2024 we worked in Otley.',
    'Cars for sale in Leeds.',
    'Feel free to ask us.',
    'We do our best for every door.',
    'The best way to see a door is in our workshop.',
    'St. James in Leeds is one of our places.',
  ])('is not seen where there is none: %s', (sentence) => {
    const profile = { hours: '8:00-17:30, 2010-2024', description: 'St James, cars' };
    expect(described(sentence, { profile })).toEqual({ problems: [], usable: sentence });
  });

  it('may be the name of the business itself', () => {
    const profile = { businessName: 'Best Doors 24/7', description: 'We build doors.' };
    const text = 'Best Doors 24/7 builds oak doors.';
    expect(described(text, { profile }).usable).toBe(text);
  });

  it('is cleaned of marks, pictures and shouting', () => {
    expect(described('**We build oak doors!!!** 🚪').usable).toBe('We build oak doors!');
  });

  it('may be 750 characters long, and is cut behind a sentence', () => {
    const { usable, problems } = described(`${SOUND} `.repeat(30));
    expect(problems).toEqual([expect.stringContaining('must be at most 750 characters long')]);
    expect(usable!.length).toBeLessThanOrEqual(750);
    expect(usable).toMatch(/Leeds\.$/u);
  });
});

describe('a claim that no input states', () => {
  it.each([
    'Our award-winning doors are known.',
    'We are certified joiners.',
    'We are licensed and insured.',
    'We are here since 1998.',
    'The best doors in Leeds.',
    'The #1 joiner in Leeds.',
    'We guarantee every door.',
    'We offer free quotes.',
    'We are a family-owned joiner.',
    'We are there 24/7.',
    'We do same-day repairs.',
    'We have over 30 years of experience.',
    'Three generations build doors.',
    'Twenty years of doors.',
    'Hundreds of happy customers trust us.',
    'We also work in London.',
    'We work throughout Greater Manchester.',
    'We use organic wood.',
    'Our 5-star service is for you.',
    'Wir sind zertifiziert.',
    'Wir sind ein Familienbetrieb mit kostenloser Beratung.',
    'Nous sommes la meilleure menuiserie.',
    'Somos una empresa familiar.',
    'Siamo i migliori di tutti.',
    'We build the most beautiful doors.',
    'Nous faisons les plus belles portes.',
  ])('is left out: %s', (sentence) => {
    const changes = { site: null, profile: { hours: '' } };
    const { usable, problems } = described(`${SOUND} ${sentence}`, changes);
    expect(problems.join()).toMatch(/no input (?:states|does)/u);
    expect(usable).toBe(SOUND);
  });

  it.each([
    ['Our award-winning doors are known.', 'We won the Yorkshire Crafts award.'],
    ['We are certified joiners.', 'Certification by FENSA'],
    ['We are here since 1998.', 'Founded in 1998'],
    ['The best doors in Leeds.', 'the best doors'],
    ['We offer free quotes.', 'Free quotes!'],
    ['We are a family-owned joiner.', 'a family-run joiner'],
    ['We are there 24/7.', 'open 24/7'],
    ['We have over 30 years of experience.', '30 years’ experience'],
    ['20 years of doors.', '20+ years'],
    ['We also work in London.', 'Doors in London'],
    ['Nous ouvrons à 8h30.', '08:30 - 12:00'],
    ['Мы работаем в Москве.', 'Москва'],
    ['東京で水道修理を行います。', '東京の水道修理'],
  ])('stays where an input states it: %s', (sentence, stated) => {
    for (const changes of [
      { site: { text: stated } },
      { client: { description: stated } },
      { profile: { description: stated } },
      { site: { jsonLd: JSON.stringify({ slogan: stated }) } },
      { staffFeedback: `Please say: ${stated}.` },
    ]) {
      expect(described(sentence, changes)).toEqual({ problems: [], usable: sentence });
    }
  });

  it('is not stated by a search phrase, a phone number or a link', () => {
    const client = { targetKeywords: ['best joiner leeds', 'certified joiner'] };
    expect(described('The best joiner in Leeds.', { client }).usable).toBeNull();
    const site = { text: 'Call 0113 496 1850 or see https://doors.example/1850, from £1850' };
    expect(described('We build doors since 1850.', { site }).usable).toBeNull();
  });

  it('leaves nothing, and says what to do, when all is made of it', () => {
    const checked = described('We are the award-winning leader in Paris.');
    expect(checked).toMatchObject({
      usable: null,
      unusableReason: expect.stringContaining('add what the business offers'),
    });
  });
});

describe('services', () => {
  it('are one per line, trimmed, without bullets and doubles', () => {
    const { usable } = judge('services', [' - Oak doors. ', '2. Sash windows', 'OAK  DOORS', '', '“Oak staircases”']);
    expect(usable).toBe('Oak doors\nSash windows\nOak staircases');
  });

  it.each([
    ['Oak doors '.repeat(15).trim(), 'characters long'],
    ['Swimming pools', 'is offered by no input'],
    ['Certified oak doors', 'a certificate'],
    ['Free oak doors', 'something for free'],
    ['Emergency door repair', 'an emergency service'],
    ['Oak doors from £99', 'a price'],
    ['Oak doors London', 'London'],
    ['Oak doors, call 0113 496 0000', 'a phone number'],
  ])('are dropped when they break a rule: %s', (service, what) => {
    const { usable, problems } = judge('services', ['Oak doors', service]);
    expect(usable).toBe('Oak doors');
    expect(problems.join()).toContain(what);
  });

  it.each(['Door fitting', 'Window repair', 'Staircase renovations', 'Fitted wardrobes', 'Kitchen fronts in oak'])(
    'may put differently what an input says: %s',
    (service) => expect(judge('services', [service])).toEqual({ problems: [], usable: service }),
  );

  it('are at most fifty', () => {
    const entries = Array.from(
      { length: 60 },
      (_, at) => `Oak doors ${String.fromCharCode(97 + (at % 26)).repeat(1 + at / 26)}`,
    );
    const { usable, problems } = judge('services', entries);
    expect(usable!.split('\n')).toHaveLength(50);
    expect(problems).toEqual(['services: must be at most 50, but were 60.']);
  });
});

describe('service areas', () => {
  it.each([
    'England',
    'United Kingdom',
    'Deutschland',
    'France',
    'Texas',
    'Bayern',
    'USA',
    'TX',
    'Europe',
    'Île-de-France',
    'Toscana',
  ])('are no countries and states: %s', (area) => {
    const { usable, problems } = judge('serviceAreas', ['Leeds', area], {
      profile: { serviceAreas: `Leeds, ${area}` },
    });
    expect(usable).toBe('Leeds');
    expect(problems.join()).toContain('is a country or a state');
  });

  it.each([
    'Leeds and surrounding areas',
    'within 20 miles',
    'Nationwide',
    'We come to you',
    '42',
    'Leeds and Otley',
    'Leeds <b>',
  ])('are names of places: %s', (area) =>
    expect(judge('serviceAreas', ['Leeds', area], { profile: { serviceAreas: `Leeds, ${area}` } }).usable).toBe(
      'Leeds',
    ),
  );

  it.each([
    'New York',
    'Washington',
    'Luxembourg',
    'Springfield, IL',
    'Bad Aibling',
    'La Rochelle',
    'Clifton (Bristol)',
    'Brighton and Hove',
    '東京',
  ])('may be called like this: %s', (area) =>
    expect(judge('serviceAreas', [area], { profile: { serviceAreas: area } }).usable).toBe(area),
  );

  it('are named in an input, and lose their country', () => {
    const { usable, problems } = judge('serviceAreas', ['Leeds, UK', 'Otley', 'Wetherby', 'York', 'Ley']);
    expect(usable).toBe('Leeds\nOtley\nWetherby');
    expect(problems).toEqual([
      'serviceAreas: “York” is named in no input.',
      'serviceAreas: “Ley” is named in no input.',
    ]);
  });

  it('are at most twenty, without doubles', () => {
    const names = Array.from({ length: 25 }, (_, at) => `Town${String.fromCharCode(97 + at)}`);
    const { usable } = judge('serviceAreas', [...names, 'TOWNA'], { profile: { serviceAreas: names.join('\n') } });
    expect(usable!.split('\n')).toEqual(names.slice(0, 20));
  });

  it('are missing where no input names one', () => {
    expect(suggestionChecks(bareBusiness('serviceAreas'))('serviceAreas', ['Leeds'])).toMatchObject({
      usable: null,
      unusableReason: 'No service areas on record: add them or write the section yourself.',
    });
  });
});

describe('keywords', () => {
  it('are one per line, without doubles, hashes and invented places', () => {
    const { usable } = judge('keywords', [
      'oak doors Leeds',
      '#sash windows',
      'Oak Doors leeds',
      'joiner London',
      'joiner near me',
    ]);
    expect(usable).toBe('oak doors Leeds\nsash windows\njoiner near me');
  });

  it('may hold the client’s own search phrases, but no claims of their own', () => {
    const client = { targetKeywords: ['best joiner leeds'] };
    expect(
      judge('keywords', ['best joiner leeds', 'award-winning joiner', 'joiner since 1990'], { client }).usable,
    ).toBe('best joiner leeds');
  });

  it('are at most thirty', () => {
    const entries = Array.from(
      { length: 40 },
      (_, at) => `oak doors ${String.fromCharCode(97 + (at % 26)).repeat(1 + at / 26)}`,
    );
    expect(judge('keywords', entries).usable!.split('\n')).toHaveLength(30);
  });
});

describe('FAQs', () => {
  const sound = { question: 'Do you build oak doors?', answer: 'Yes, we build oak doors.' };

  it('are kept as JSON, and get their question mark', () => {
    const { usable } = judge('faqs', [sound, { question: 'Do you build windows', answer: 'Yes.\nSash windows.' }]);
    expect(parseFaqs(usable!)).toEqual([sound, { question: 'Do you build windows?', answer: 'Yes. Sash windows.' }]);
  });

  it('lose the sentences that break a rule, and go with the first one', () => {
    const answer = 'Yes, we build oak doors. They start at £99. Call 0113 496 0000.';
    const wrong = { question: 'What do doors cost?', answer: 'Doors cost £99. We build oak doors.' };
    const { usable } = judge('faqs', [{ ...sound, answer }, wrong]);
    expect(parseFaqs(usable!)).toEqual([sound]);
  });

  it.each([
    ['a double', { ...sound, question: 'do you build OAK doors' }],
    ['an empty answer', { ...sound, question: 'Windows?', answer: ' ' }],
    ['an empty question', { ...sound, question: '' }],
    ['a claim in the question', { ...sound, question: 'Why are you the best?' }],
    ['a link in the answer', { question: 'Where is more?', answer: 'See www.hartley.example for doors.' }],
    ['a long question', { ...sound, question: `Do you build ${'oak '.repeat(100)}doors?` }],
  ])('are dropped: %s', (_, faq) => {
    const { usable, problems } = judge('faqs', [sound, faq]);
    expect(parseFaqs(usable!)).toEqual([sound]);
    expect(problems).not.toEqual([]);
  });

  it('have answers of at most 1000 characters, and are at most twenty', () => {
    const many = Array.from({ length: 25 }, (_, at) => ({
      question: `Do you build ${'oak '.repeat(at + 1)}doors?`,
      answer: 'Yes, we build oak doors. '.repeat(60),
    }));
    const faqs = parseFaqs(judge('faqs', many).usable!)!;
    expect(faqs).toHaveLength(20);
    expect(Math.max(...faqs.map(({ answer }) => answer.length))).toBeLessThanOrEqual(1000);
  });
});

describe('feedback', () => {
  it('that says no to something takes it out', () => {
    const changes = {
      clientFeedback: 'We don’t do sash windows any more, and remove Otley, Ilkley.',
      previous: 'Sash windows',
    };
    expect(judge('services', ['Oak doors', 'Sash windows'], changes).usable).toBe('Oak doors');
    expect(judge('serviceAreas', ['Leeds', 'Otley', 'Ilkley'], changes).usable).toBe('Leeds');
    expect(described('We build oak doors. We also build sash windows.', changes).usable).toBe('We build oak doors.');
  });

  it.each([
    'You did not mention Otley!',
    'Otley is missing.',
    'Don’t forget Otley.',
    'Not enough about Otley',
    'Not only Otley.',
  ])('that misses something does not: %s', (clientFeedback) => {
    expect(judge('serviceAreas', ['Leeds', 'Otley'], { clientFeedback }).usable).toBe('Leeds\nOtley');
  });

  it('that refuses a word of the business’s own name does not forbid the name', () => {
    const text = 'Hartley Joinery builds oak doors.';
    expect(described(text, { clientFeedback: 'Remove joinery.', profile: { categories: ['Joinery'] } }).usable).toBe(
      text,
    );
  });

  it('is not quoted or mentioned', () => {
    const clientFeedback = 'I really hate that you write about us like this.';
    const text = `${SOUND} I really hate that you write about us like this. We received your feedback.`;
    expect(described(text, { clientFeedback }).usable).toBe(SOUND);
  });

  it('wants another text than the previous one', () => {
    const { problems, usable } = described(SOUND, { previous: SOUND, staffFeedback: 'Friendlier' });
    expect(problems).toEqual([expect.stringContaining('must differ from “previous”')]);
    expect(usable).toBe(SOUND);
    expect(described(SOUND, { previous: SOUND }).problems).toEqual([]);
  });
});
