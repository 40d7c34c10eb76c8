import { describe, expect, it } from '@jest/globals';
import { compareEntries, compareWords, entriesOf } from './comparison';

const asEntries = (texts: string[]) => texts.map((text) => ({ text }));

describe('the difference of two texts', () => {
  const show = (before: string, after: string) =>
    compareWords(before, after)?.map((part) =>
      part.kind === 'kept' ? part.after : `[${part.before.trim()}→${part.after.trim()}] `,
    );

  it('is computed word by word', () => {
    expect(show('A small shop in the old town of Bern.', 'A small shop in the new town of Bern, open daily.')).toEqual([
      'A small shop in the ',
      '[old→new] ',
      'town of Bern',
      '[→, open daily] ',
      '.',
    ]);
  });

  it('contains both texts completely', () => {
    const before = 'Wir backen Brot.\n\nSeit 1950 – jeden Tag, auch sonntags!';
    const after = 'Wir backen Brot und Kuchen. Seit 1950 jeden Tag, auch am Sonntag!';
    const parts = compareWords(before, after) ?? [];
    expect(parts.map((part) => part.before).join('')).toBe(before);
    expect(parts.map((part) => part.after).join('')).toBe(after);
  });

  it('includes a single unchanged word in the changes around it', () => {
    expect(show('one two three red and blue four five six', 'one two three green and black four five six')).toEqual([
      'one two three ',
      '[red and blue→green and black] ',
      'four five six',
    ]);
  });

  it('is found in a text that was only extended', () => {
    expect(show('A shop in Bern.', 'Come and see us. A shop in Bern. Flowers, every day, for you and yours.')).toEqual([
      '[→Come and see us.] ',
      'A shop in Bern. ',
      '[→Flowers, every day, for you and yours.] ',
    ]);
  });

  it('is not marked in texts with little in common', () => {
    expect(compareWords('We sell flowers.', 'Berlin’s finest bouquets, bound by hand.')).toBeNull();
    expect(compareWords('', 'A new text')).toBeNull();
  });

  it('is found in scripts without spaces', () => {
    expect(show('私たちは花屋です', '私たちは小さな花屋です')).toEqual(['私たちは', '[→小さな] ', '花屋です']);
  });

  it('is limited for very long texts, so that the page is not blocked', () => {
    expect(compareWords('a '.repeat(9000), 'b '.repeat(9000))).toBeNull();
  });
});

describe('the difference of two lists', () => {
  it('ignores order, case, punctuation and bullets', () => {
    const current = entriesOf('- Bouquets\n• gift  baskets\n* Balloons\n');
    const { before, after } = compareEntries(
      asEntries(current),
      asEntries(['Gift Baskets', 'Wedding flowers', 'Bouquets.']),
    );
    expect(after.map(({ mark }) => mark)).toEqual(['kept', 'new', 'kept']);
    expect(before).toEqual([
      { text: 'Bouquets', mark: 'kept' },
      { text: 'gift  baskets', mark: 'kept' },
      { text: 'Balloons', mark: 'removed' },
    ]);
  });

  it('splits several entries on one line', () => {
    expect(entriesOf('Mitte, Pankow; Wedding')).toEqual(['Mitte', 'Pankow', 'Wedding']);
    expect(entriesOf('Austin, TX, Round Rock, TX')).toEqual(['Austin, TX', 'Round Rock, TX']);
    expect(entriesOf('Cutting, colour\nCare')).toEqual(['Cutting, colour', 'Care']);
  });

  it('distinguishes entries by `+`, `#` and `&`', () => {
    expect(compareEntries(asEntries(['C++ courses']), asEntries(['C# courses'])).after[0]?.mark).toBe('new');
  });
});

describe('the difference of questions and answers', () => {
  it('compares answers of the same question', () => {
    const { before, after } = compareEntries(
      [
        { text: 'Do you deliver?', answer: 'Yes.' },
        { text: 'Do you sell seeds?', answer: 'No.' },
        { text: 'Where are you?', answer: 'In Mitte.' },
      ],
      [
        { text: 'do you deliver', answer: 'Yes, daily.' },
        { text: 'Where are you?', answer: 'In Mitte.' },
        { text: 'When?', answer: 'Daily.' },
      ],
    );
    expect(before.map(({ mark }) => mark)).toEqual(['changed', 'removed', 'kept']);
    expect(after.map(({ mark }) => mark)).toEqual(['changed', 'kept', 'new']);
  });
});
