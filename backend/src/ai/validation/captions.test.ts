import { describe, expect, it } from '@jest/globals';
import { checkCaption } from './captions.js';

const INPUT = {
  client: {
    business: 'Casa.pt Flores',
    description: 'We bind bouquets.',
    mediaDescription: '',
    serviceAreas: 'Lisboa',
    targetKeywords: ['florist lisbon', 'wedding flowers'],
    categories: ['Florist'],
    website: '',
    address: 'Rua Augusta 1, 1100-053 Lisboa',
  },
  address: 'Rua Garrett 7, 1200-204 Lisboa',
};
const GOOD = {
  title: 'Tulips in the window',
  description: 'Red tulips stand in the window. They were cut this morning at 9:30.',
  exifKeywords: ['tulips', 'window', 'florist', 'spring', 'flowers'],
  geoAltDescription: 'Tulips in the window of Casa.pt Flores, Rua Garrett 7, 1200-204 Lisboa',
};
const judge = (answer: object) => checkCaption({ ...GOOD, ...answer }, INPUT);

describe('a caption', () => {
  it('may name the business and the place as they are, whatever they look like', () => {
    expect(judge({})).toEqual({ problems: [], usable: { ...GOOD, exifKeywords: GOOD.exifKeywords.join(', ') } });
  });

  it.each([
    ['a link', 'See www.evil.example for more.'],
    ['a link', 'Order at evil-flowers.com today.'],
    ['an e-mail address or an account', 'Write to eve@evil.example.'],
    ['HTML', 'Nice <img src=x onerror=alert(1)> tulips.'],
    ['a price', 'Only $9 each.'],
    ['a phone number', 'Call 0900 123 456 now.'],
    ['a phone number', 'Reach us at 1100-0539.'],
  ])('loses the sentence that holds %s: %s', (what, sentence) => {
    const description = `Red tulips stand in the window. ${sentence}`;
    const { problems, usable } = judge({ description, geoAltDescription: `Tulips in a window. ${sentence}` });
    expect(problems).toContainEqual(expect.stringMatching(new RegExp(`^description: .* contains ${what}`, 'u')));
    expect(problems).toContainEqual(expect.stringMatching(new RegExp(`^geoAltDescription: .* contains ${what}`, 'u')));
    expect(usable).toMatchObject({
      description: 'Red tulips stand in the window.',
      geoAltDescription: 'Tulips in a window.',
    });
  });

  it('loses such keywords, and gets others of the client’s own', () => {
    const { problems, usable } = judge({
      exifKeywords: ['tulips', 'evil.example', 'spring', '0900 123 456', 'flowers'],
    });
    expect(problems).toEqual([
      'exifKeywords: “evil.example” contains a link.',
      'exifKeywords: “0900 123 456” contains a phone number.',
    ]);
    expect(usable?.exifKeywords).toBe('tulips, spring, flowers, florist lisbon, wedding flowers');
  });

  it.each(['title', 'description', 'geoAltDescription'])(
    'is not usable when nothing else stands in its %s',
    (field) => {
      expect(judge({ [field]: 'Call 0900 123 456 or see www.evil.example' }).usable).toBeNull();
    },
  );
});
