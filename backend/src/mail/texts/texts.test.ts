import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '../../contract/languages.js';
import { Translator, TEXTS_BY_LANGUAGE } from './translator.js';

type Key = keyof (typeof TEXTS_BY_LANGUAGE)['en'];
const KEYS = Object.keys(TEXTS_BY_LANGUAGE.en) as Key[];
const formsOf = (text: string | object): string[] => (typeof text === 'string' ? [text] : Object.values(text));
const valuesOf = (form: string): string[] => [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

describe.each(LANGUAGES)('the texts of mails in %s', (language) => {
  const texts = TEXTS_BY_LANGUAGE[language];

  it('has all texts of mails', () => {
    expect(Object.keys(texts).toSorted()).toEqual(KEYS.toSorted());
    for (const key of KEYS) for (const form of formsOf(texts[key])) expect(form.trim()).not.toBe('');
  });

  it.each(KEYS)('%s names the values of the English one', (key) => {
    const [english] = formsOf(TEXTS_BY_LANGUAGE.en[key]);
    const known = new Set(valuesOf(english!));
    for (const form of formsOf(texts[key])) {
      const named = valuesOf(form);
      expect([...known].filter((name) => name !== 'n' && !named.includes(name))).toEqual([]);
      expect(named.filter((name) => !known.has(name))).toEqual([]);
    }
  });
});

it('counts in the plural of each language', () => {
  const photos = (language: (typeof LANGUAGES)[number], n: number) => Translator.in(language).text('photos', { n });
  expect([photos('en', 1), photos('en', 1200)]).toEqual(['1 photo', '1,200 photos']);
  expect([photos('de', 1), photos('de', 10)]).toEqual(['1 Foto', '10 Fotos']);
  expect([photos('fr', 1), photos('fr', 2)]).toEqual(['1 photo', '2 photos']);
  expect([photos('ar', 2), photos('ar', 3).replace(/^\S+/, 'n')]).toEqual(['صورتان', 'n صور']);
});

it('names a day as people do', () => {
  expect(Translator.in('en').day('2026-11-30')).toBe('Monday, November 30');
  expect(Translator.in('de').day('2026-11-30')).toBe('Montag, 30. November');
});

it('keeps the direction of a name within a language of the other one', () => {
  expect(Translator.in('ar').text('invitation.subject', { client: 'Rosa', things: 'x' })).toMatch(/^\u2068Rosa\u2069/);
});
