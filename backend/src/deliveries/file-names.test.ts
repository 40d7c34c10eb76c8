import { describe, expect, it } from '@jest/globals';
import { assert, property, string } from 'fast-check';
import { photoName, slugOf, unique, zipName } from './file-names.js';

describe('names of delivered files', () => {
  it.each([
    ['Hand-tied with silk ribbon', '01-hand-tied-with-silk-ribbon'],
    ['Große Blüten für Élise', '01-grosse-bluten-fur-elise'],
    ['مرحبا بكم', '01-mrhb-bkm'],
    ['東京タワー', '01-dongjingtawa'],
    ['🌷🌹', '01-tulip-rose'],
    ['…!?', '01-photo'],
    ['', '01-photo'],
    ['../../etc/passwd', '01-etc-passwd'],
  ])('%s', (title, name) => expect(photoName(1, title)).toBe(name));

  it('are words of Latin letters and digits, and no longer than a file may be named', () => {
    assert(
      property(string({ unit: 'grapheme', maxLength: 300 }), (title) => {
        const name = `${photoName(30, title)}-99.jpg`;
        expect(name).toMatch(/^30-[a-z0-9-]+-99\.jpg$/);
        expect(name.length).toBeLessThanOrEqual(80);
      }),
    );
  });

  it('are cut between words', () => {
    expect(slugOf(`${'tulip '.repeat(20)}`)).toBe('tulip-'.repeat(12).slice(0, -1));
  });

  it('are no names of devices, and none twice', () => {
    expect(slugOf('Con')).toBe('con-photo');
    expect(unique(['a', 'a', 'a-2', 'a'])).toEqual(['a', 'a-2', 'a-2-2', 'a-3']);
  });

  it('of ZIPs are in any script, without what systems do not take', () => {
    expect(zipName('春の花束: "a/b" ')).toBe('春の花束 a b.zip');
    expect(zipName('...')).toBe('photos.zip');
    expect(zipName('Roses\u202egpj.exe\u2066')).toBe('Rosesgpj.exe.zip');
  });
});
