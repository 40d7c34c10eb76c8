import { describe, expect, it } from '@jest/globals';
import Pdf from 'pdfkit';
import { PdfText } from './pdf-text.js';

const layOut = (words: string) => {
  const text = new PdfText(new Pdf());
  const { lines, isRightToLeft } = text.layOut(words, { size: 8, width: 1000 });
  return { line: lines.join('\n'), isRightToLeft, isApproximate: text.isApproximate };
};

describe('texts of a certificate', () => {
  it.each([
    ['Ωμέγα Привет Հայերեն ქართული Tiếng Việt ★ ✓ 😀', false],
    ['عيادة الميناء (Zahnarzt 24)', true],
    ['מרפאת שיניים 24', true],
  ])('stand as they are where the typeface has their letters: %s', (words, isRightToLeft) => {
    expect(layOut(words)).toEqual({ line: words.normalize('NFC'), isRightToLeft, isApproximate: false });
  });

  it.each([
    ['春天', 'ChunTian'],
    ['봄 꽃', 'Bom Kkoch'],
    ['ไม้', 'aim'],
    ['🌷 👩‍🍳 👍🏽', ':tulip: :woman::cooking: :thumbsup:'],
    ['\u{10ffff}', '□'],
  ])('stand in Latin letters otherwise, and are marked: %s', (words, line) => {
    expect(layOut(words)).toEqual({ line, isRightToLeft: false, isApproximate: true });
  });
});
