import { describe, expect, it } from '@jest/globals';
import { compareFaqs } from './faq-diff';
import { compareLists, entriesOf } from './list-diff';
import { compareWords } from './word-diff';

describe('the difference of two texts', () => {
  const show = (before: string, after: string) =>
    compareWords(before, after)?.map((part) =>
      part.kind === 'kept' ? part.after : `[${part.before.trim()}→${part.after.trim()}] `,
    );

  it('is told word by word', () => {
    expect(show('A small shop in the old town of Bern.', 'A small shop in the new town of Bern, open daily.')).toEqual([
      'A small shop in the ',
      '[old→new] ',
      'town of Bern',
      '[→, open daily] ',
      '.',
    ]);
  });

  it('loses nothing of either text', () => {
    const before = 'Wir backen Brot.\n\nSeit 1950 – jeden Tag, auch sonntags!';
    const after = 'Wir backen Brot und Kuchen. Seit 1950 jeden Tag, auch am Sonntag!';
    const parts = compareWords(before, after) ?? [];
    expect(parts.map((part) => part.before).join('')).toBe(before);
    expect(parts.map((part) => part.after).join('')).toBe(after);
  });

  it('takes a single word that stayed into the changes around it', () => {
    expect(show('one two three red and blue four five six', 'one two three green and black four five six')).toEqual([
      'one two three ',
      '[red and blue→green and black] ',
      'four five six',
    ]);
  });

  it('is told of a text that only grew', () => {
    expect(show('A shop in Bern.', 'Come and see us. A shop in Bern. Flowers, every day, for you and yours.')).toEqual([
      '[→Come and see us.] ',
      'A shop in Bern. ',
      '[→Flowers, every day, for you and yours.] ',
    ]);
  });

  it('is not told of texts with little in common', () => {
    expect(compareWords('We sell flowers.', 'Berlin’s finest bouquets, bound by hand.')).toBeNull();
    expect(compareWords('', 'A new text')).toBeNull();
  });

  it('is found in scripts without spaces', () => {
    expect(show('私たちは花屋です', '私たちは小さな花屋です')).toEqual(['私たちは', '[→小さな] ', '花屋です']);
  });

  it('of very long texts does not hold up the page', () => {
    expect(compareWords('a '.repeat(9000), 'b '.repeat(9000))).toBeNull();
  });
});

describe('the difference of two lists', () => {
  it('does not depend on order, capitals, signs or bullets', () => {
    const current = entriesOf('- Bouquets\n• gift  baskets\n* Balloons\n');
    const { suggested, ...compared } = compareLists(current, ['Gift Baskets', 'Wedding flowers', 'Bouquets.']);
    expect(suggested.map(({ mark }) => mark)).toEqual(['kept', 'new', 'kept']);
    expect(compared.current).toEqual([
      { text: 'Bouquets', mark: 'kept' },
      { text: 'gift  baskets', mark: 'kept' },
      { text: 'Balloons', mark: 'removed' },
    ]);
  });

  it('takes apart what stands on one line', () => {
    expect(entriesOf('Mitte, Pankow; Wedding')).toEqual(['Mitte', 'Pankow', 'Wedding']);
    expect(entriesOf('Austin, TX, Round Rock, TX')).toEqual(['Austin, TX', 'Round Rock, TX']);
    expect(entriesOf('Cutting, colour\nCare')).toEqual(['Cutting, colour', 'Care']);
  });

  it('keeps apart what differs by a sign that matters', () => {
    expect(compareLists(['C++ courses'], ['C# courses']).suggested[0]?.mark).toBe('new');
  });
});

describe('the difference of questions and answers', () => {
  it('goes by the question', () => {
    const { current, suggested } = compareFaqs(
      [
        { question: 'Do you deliver?', answer: 'Yes.' },
        { question: 'Do you sell seeds?', answer: 'No.' },
        { question: 'Where are you?', answer: 'In Mitte.' },
      ],
      [
        { question: 'do you deliver', answer: 'Yes, daily.' },
        { question: 'Where are you?', answer: 'In Mitte.' },
        { question: 'When?', answer: 'Daily.' },
      ],
    );
    expect(current.map(({ mark }) => mark)).toEqual(['changed', 'removed', 'kept']);
    expect(suggested.map(({ mark }) => mark)).toEqual(['changed', 'kept', 'new']);
  });
});
