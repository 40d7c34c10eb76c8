import { describe, expect, it } from '@jest/globals';
import { pathOfPastedLink } from './pasted-link';

const MOMENT = '7d2f3c1e-1111-4222-8333-0123456789ab';
const OPTIMIZATION = 'AbCdEfGhIjKlMnOpQrSt_-';

describe('a pasted review link', () => {
  it.each([
    `https://review.bloom.example/public/${MOMENT}`,
    `HTTP://localhost:3000/public/${MOMENT}/`,
    `review.bloom.example/public/${MOMENT}`,
    `/public/${MOMENT}`,
    `  <https://a.example/public/${MOMENT}?utm=mail#top>\n`,
    MOMENT,
    MOMENT.toUpperCase(),
  ])('leads to the moment: %j', (text) => {
    expect(pathOfPastedLink(text)).toBe(`/public/${MOMENT}`);
  });

  it.each([`https://admin.example/gmb-preview/${OPTIMIZATION}`, `gmb-preview/${OPTIMIZATION}`, OPTIMIZATION])(
    'leads to the optimization: %j',
    (text) => {
      expect(pathOfPastedLink(text)).toBe(`/gmb-preview/${OPTIMIZATION}`);
    },
  );

  it.each([
    ['https://review.bloom.example/r/', ''],
    ['r/', '/delivered'],
    ['review.bloom.example/r/', `/moments/${MOMENT}`],
    ['/r/', `/optimizations/${MOMENT}`],
    ['<https://r.example/r/', `/moments/${MOMENT}/delivered/?utm=mail#top>`],
  ])('leads to the page of a reviewer: %j, %j', (before, after) => {
    const path = `/r/${OPTIMIZATION}${after.replace(/\/?\?.*$/, '')}`;
    expect(pathOfPastedLink(before + OPTIMIZATION + after)).toBe(path);
  });

  it.each([
    '',
    `https://example.com/r/${OPTIMIZATION}/moments`,
    `https://example.com/a/r/${OPTIMIZATION}`,
    `https://example.com/r/${MOMENT}`,
    ' ',
    'moments',
    'https://example.com',
    'https://example.com/public/moments',
    `https://example.com/public/${OPTIMIZATION}`,
    `https://example.com/gmb-preview/${MOMENT}`,
    `https://example.com/moments/${MOMENT}`,
    `https://example.com/a/b/public/${MOMENT}`,
    `https://example.com/?next=/public/${MOMENT}`,
    `https://example.com/public/${MOMENT}0`,
    `javascript:alert(1)//public/${MOMENT}x`,
    `Please review /public/${MOMENT} soon`,
  ])('is not %j', (text) => {
    expect(pathOfPastedLink(text)).toBeNull();
  });
});
