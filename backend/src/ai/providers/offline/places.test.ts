import { expect, it } from '@jest/globals';
import { splitAreas, findLocality } from './places.js';

it.each([
  ['12 Princess Victoria Street, Clifton, Bristol BS8 4BP, UK', 'Clifton, Bristol'],
  ['123 Main St, Springfield, IL 62704, USA', 'Springfield, IL'],
  ['Unit 4, 9 Mill Lane, Leeds LS1 4AB', 'Leeds'],
  ['Hauptstraße 12, 83022 Rosenheim', 'Rosenheim'],
  ['12 rue de la Paix, 75002 Paris, France', 'Paris'],
  ['Via del Pratello 14, 40122 Bologna BO, Italia', 'Bologna'],
  ['Calle Mayor 3, 28013 Madrid', 'Madrid'],
  ['Rua Augusta 1, 1100-048 Lisboa, Portugal', 'Lisboa'],
  ['ul. Długa 5, 00-238 Warszawa, Polska', 'Warszawa'],
  ['Drottninggatan 7, 111 51 Stockholm, Sverige', 'Stockholm'],
  ['Damrak 4, 1012 LG Amsterdam, Nederland', 'Amsterdam'],
  ['Marktplatz 1\n3011 Bern\nSchweiz', 'Bern'],
  ['Otley', 'Otley'],
  ['Ashton Court, Bristol', 'Ashton Court, Bristol'],
  ['12 High Street', ''],
  ['', ''],
])('finds the town of %s', (address, town) => {
  expect(findLocality(address)).toBe(town);
});

it.each([
  ['Bristol, Bath and Keynsham', ['Bristol', 'Bath', 'Keynsham']],
  ['Leeds\nOtley\n- Ilkley', ['Leeds', 'Otley', 'Ilkley']],
  ['Rosenheim, Bad Aibling und Kolbermoor', ['Rosenheim', 'Bad Aibling', 'Kolbermoor']],
  ['Bologna', ['Bologna']],
  ['Greater Manchester.', ['Greater Manchester']],
  ['We serve all of Yorkshire, and we travel further on request', []],
  ['within 20 miles of Leeds', []],
  ['', []],
])('finds the areas of %s', (text, areas) => {
  expect(splitAreas(text)).toEqual(areas);
});
