import { beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { IMAGE_FIELDS } from '../../../contract/image-fields.js';
import { AiError, type Caption, type CaptionInput } from '../../ai.js';
import { OfflineProvider } from './offline.js';

const ai = new OfflineProvider();
const florist: CaptionInput['client'] = {
  business: 'Bloom & Stem',
  description:
    'Bloom & Stem is a family-run florist in the heart of Clifton. We tie every bouquet by hand with flowers from West Country growers.',
  mediaDescription: 'Internal: no faces, please',
  serviceAreas: 'Bristol, Bath, Keynsham and Portishead',
  targetKeywords: ['florist bristol', 'wedding flowers', 'bouquet delivery', 'best florist near me', 'funeral flowers'],
  categories: ['Florist', 'Gift shop'],
  website: 'https://bloom.example',
  address: '12 Princess Victoria Street, Clifton, Bristol BS8 4BP, UK',
};
const unknown: CaptionInput['client'] = {
  business: 'Joe’s Plumbing',
  description: '',
  mediaDescription: '',
  serviceAreas: '',
  targetKeywords: [],
  categories: [],
  website: '',
  address: '',
};
let pink: Buffer;

/** A picture of two colours, one above the other. */
async function picture(above: string, below = above): Promise<Buffer> {
  const half = await sharp({ create: { width: 96, height: 30, channels: 3, background: below } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 96, height: 64, channels: 3, background: above } })
    .composite([{ input: half, gravity: 'south' }])
    .jpeg()
    .toBuffer();
}

async function draft(
  changes: Partial<CaptionInput> = {},
  ofPicture: Partial<CaptionInput['picture']> = {},
): Promise<Caption> {
  const base = { jpeg: pink, fileName: 'IMG_1234.JPG', width: 4032, height: 2688, takenAt: null, ...ofPicture };
  const input = { picture: base, client: florist, address: '', rejected: null, requested: null, ...changes };
  const { caption, provider } = await ai.draftCaption(input, new AbortController().signal);
  expect(provider).toBe('built-in');
  return caption;
}

function expectSound(caption: Caption): void {
  const { title, description, exifKeywords, geoAltDescription } = caption;
  expect(title.length).toBeLessThanOrEqual(IMAGE_FIELDS.title.max);
  expect(description.length).toBeLessThanOrEqual(IMAGE_FIELDS.description.max);
  expect(geoAltDescription.length).toBeLessThanOrEqual(IMAGE_FIELDS.geoAltDescription.max);
  for (const text of [title, description, geoAltDescription]) {
    expect(text).not.toBe('');
    expect(text).not.toMatch(/\s{2}|undefined|null|\(\s*\)|\s[,.;](?:\s|$)|,,|\.\.(?!\.)|\n|^\s|\s$/u);
    expect(text).not.toMatch(/\b(\p{L}+) \1\b(?<!Baden Baden)/u);
  }
  const keywords = exifKeywords.split(', ');
  expect(keywords.length).toBeGreaterThanOrEqual(5);
  expect(keywords.length).toBeLessThanOrEqual(10);
  expect(new Set(keywords.map((keyword) => keyword.toLowerCase())).size).toBe(keywords.length);
  expect(keywords.every((keyword) => keyword !== '' && keyword === keyword.trim())).toBe(true);
}

beforeAll(async () => {
  pink = await picture('#e678a0', '#3c8246');
});

describe('a drafted caption', () => {
  it('uses the words of the file name, the business, the place, the month and the colours', async () => {
    const about = { fileName: 'front-door_oak.jpg', takenAt: '2024-06-12T10:00:00' };
    const caption = await draft({ address: '7 The Crescent, Otley LS21 1AA' }, about);
    expectSound(caption);
    expect(caption.title.toLowerCase()).toContain('front door oak');
    expect(caption.title).toContain('Bloom & Stem');
    expect(caption.description).toContain('June 2024');
    expect(caption.description).toContain('Otley');
    expect(caption.description.toLowerCase()).toContain('pink and green');
    expect(caption.geoAltDescription).toContain('7 The Crescent, Otley LS21 1AA');
    expect(caption.exifKeywords).toMatch(/^front door oak, florist bristol, Florist, Otley, Bloom & Stem, /u);
  });

  it('names the place of the business, or its service area, where unknown said where the picture was taken', async () => {
    expect((await draft()).geoAltDescription).toContain('Clifton, Bristol');
    const { geoAltDescription } = await draft({ client: { ...unknown, serviceAreas: 'Leeds and Otley' } });
    expect(geoAltDescription).toContain('Leeds and Otley');
  });

  it('keeps internal notes, search phrases and contact data out of its sentences', async () => {
    const description =
      'Call us on 0117 496 0000 for roses. Order at https://bloom.example today. We love peonies all year.';
    for (let at = 0; at < 20; at += 1) {
      const caption = await draft({ client: { ...florist, description } }, { fileName: `IMG_${at}.jpg` });
      expect(`${caption.title} ${caption.description} ${caption.geoAltDescription}`).not.toMatch(
        /Internal|no faces|near me|florist bristol|0117|https|bloom\.example/u,
      );
    }
  });

  it('names no town behind a name that ends with it, once more', async () => {
    const address = 'Rua Augusta 1, 1100-048 Lisboa';
    const client = { ...florist, business: 'Padaria Lisboa', address, serviceAreas: 'Lisboa and Cascais' };
    for (let at = 0; at < 16; at += 1) {
      const fileName = at % 2 ? `IMG_${at}.jpg` : `terrace ${'abcdefgh'[at / 2]}.jpg`;
      const { title, description, geoAltDescription } = await draft({ client }, { fileName });
      expect(`${title}\n${description}\n${geoAltDescription}`).not.toMatch(/Lisboa(?: in|,) Lisboa|Based in/u);
      expect(geoAltDescription).toContain('Lisboa');
    }
  });

  it('is created also when almost nothing is known', async () => {
    const caption = await draft({ client: unknown });
    expectSound(caption);
    expect(caption.title).toContain('Joe’s Plumbing');
    expect(caption.description).toContain('Joe’s Plumbing');
  });

  it('is the same each time for the same picture', async () => {
    expect(await draft()).toEqual(await draft());
  });

  it('fails with a sentence when the picture cannot be read', async () => {
    const outcome = draft({}, { jpeg: Buffer.from('no picture') });
    await expect(outcome).rejects.toThrow(AiError);
    await expect(outcome).rejects.toThrow('The picture IMG_1234.JPG could not be read. Replace it with another file.');
  });
});

describe('a business with a long name', () => {
  const business =
    'Padaria e Pastelaria Tradicional Portuguesa da Nossa Senhora da Conceição e Filhos, Limitada, Lisboa';
  const client = { ...florist, business };
  const topics = ['Croissants & coffee', 'Delivery van', 'terrace', 'Cellar door interior'];

  it('is left out of titles in favour of the words of the file name', async () => {
    for (const topic of topics) {
      const caption = await draft({ client }, { fileName: `${topic}.jpg`, takenAt: '2024-06-12T10:00:00' });
      expectSound(caption);
      expect(caption.title.toLowerCase()).toMatch(new RegExp(`^${topic.toLowerCase()}`, 'u'));
      const rejected = { caption, feedback: 'I do not like it' };
      const after = await draft({ client, rejected }, { fileName: `${topic}.jpg`, takenAt: '2024-06-12T10:00:00' });
      expect(after.title).not.toBe(caption.title);
    }
  });

  it('is left out of titles in favour of the look of the picture when the file has no name', async () => {
    const titles = new Set<string>();
    for (const hue of [0, 60, 120, 240]) {
      const jpeg = await picture(`hsl(${hue}, 80%, 50%)`);
      titles.add((await draft({ client }, { jpeg })).title);
    }
    expect(titles.size).toBe(4);
    expect([...titles].join('\n')).not.toContain('Padaria');
  });

  it('is no keyword if it would have to be cut', async () => {
    expect((await draft({ client })).exifKeywords).not.toContain('Padaria');
  });

  it('is cut only if there is nothing else to use', async () => {
    const caption = await draft({ client: { ...unknown, business } });
    const rejected = { caption, feedback: 'No colours please!' };
    const { title } = await draft({ client: { ...unknown, business }, rejected });
    expect(title).toMatch(/^Padaria e Pastelaria/u);
  });
});

describe('the drafts of one package', () => {
  it.each([
    ['a client with everything filled', florist],
    ['a client with a name only', unknown],
  ])('differ from picture to picture, for %s', async (_, client) => {
    const captions: Caption[] = [];
    for (let at = 0; at < 30; at += 1) {
      const colours = [at * 41, at * 67 + 90].map(
        (hue) => `hsl(${hue % 360}, ${30 + (at % 3) * 30}%, ${20 + (at % 7) * 10}%)`,
      );
      captions.push(
        await draft({ client }, { jpeg: await picture(colours[0]!, colours[1]), fileName: `IMG_${2000 + at}.JPG` }),
      );
    }
    captions.forEach(expectSound);
    expect(new Set(captions.map(({ title, description }) => `${title}\n${description}`)).size).toBe(30);
    expect(new Set(captions.map(({ title }) => title)).size).toBeGreaterThanOrEqual(20);
    expect(new Set(captions.map(({ description }) => description)).size).toBeGreaterThanOrEqual(28);
  });

  it('are sound whatever the record holds', async () => {
    const word = fc
      .string({ unit: fc.constantFrom(...'abcdeéüñ KLM', 'ß', '-', '&', '.', ','), minLength: 1, maxLength: 90 })
      .map((w) => `Q${w}`);
    const words = fc.array(word, { maxLength: 12 });
    const record = fc.record({
      business: word,
      address: word,
      serviceAreas: word,
      targetKeywords: words,
      categories: words,
    });
    await fc.assert(
      fc.asyncProperty(
        record,
        word,
        word,
        fc.option(fc.constant('2024-06-12T10:00:00')),
        async (client, fileName, address, takenAt) => {
          const { title, description, geoAltDescription, exifKeywords } = await draft(
            { client: { ...unknown, ...client }, address },
            { fileName: `${fileName}.jpg`, takenAt },
          );
          expect(title.length).toBeLessThanOrEqual(IMAGE_FIELDS.title.max);
          expect(Math.max(description.length, geoAltDescription.length * 1.5)).toBeLessThanOrEqual(
            IMAGE_FIELDS.description.max,
          );
          expect(`${title}${description}${geoAltDescription}`).not.toMatch(/\s{2}|undefined|null|\(\s*\)/u);
          const keywords = exifKeywords.split(', ');
          expect(keywords.length).toBeGreaterThanOrEqual(5);
          expect(keywords.length).toBeLessThanOrEqual(10);
          expect(new Set(keywords.map((keyword) => keyword.toLowerCase())).size).toBe(keywords.length);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the draft after a rejection', () => {
  const about = { fileName: 'IMG_1.jpg', takenAt: '2024-06-12T10:00:00' };

  async function redraft(feedback: string, of: Partial<CaptionInput['picture']> = about): Promise<[Caption, Caption]> {
    const caption = await draft({}, of);
    return [caption, await draft({ rejected: { caption, feedback } }, of)];
  }

  it.each(['I do not like it', 'Please mention that Anna made this', ''])(
    'differs, and never repeats the feedback: %s',
    async (feedback) => {
      const [before, after] = await redraft(feedback);
      expectSound(after);
      expect(after.title).not.toBe(before.title);
      expect(after.description).not.toBe(before.description);
      expect(Object.values(after).join(' ')).not.toMatch(/Anna|I do not like/u);
    },
  );

  it('leaves out what the client objects to, if it can be recognized', async () => {
    expect((await redraft('The date is wrong'))[1].description).not.toContain('2024');
    expect((await redraft('No colours please!'))[1].description).not.toMatch(/pink|green/u);
    expect((await redraft('Wrong location'))[1].title).not.toContain('Bristol');
    const [before, after] = await redraft('Too long');
    expect(after.description.length).toBeLessThan(before.description.length);
  });

  it('starts with what the client asks for, if it is in the record', async () => {
    const [, { exifKeywords }] = await redraft('Say more about bouquet delivery');
    expect(exifKeywords).toMatch(/^bouquet delivery, /u);
  });

  it('leaves out what the client says no to, if it is in the record', async () => {
    for (let at = 0; at < 12; at += 1) {
      const [, after] = await redraft('We don’t do funeral flowers. Nice light!', { fileName: `IMG_${at}.jpg` });
      expect(`${after.description} ${after.exifKeywords}`).not.toContain('funeral flowers');
    }
  });
});
