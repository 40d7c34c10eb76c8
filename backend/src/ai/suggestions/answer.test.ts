import { describe, expect, it } from '@jest/globals';
import { joiner } from '../../../test/suggestion-inputs.js';
import { parseFaqs } from '../../contract/faqs.js';
import { SECTIONS } from '../../contract/statuses.js';
import { judgeSuggestion } from './rules.js';

describe('a model’s answer', () => {
  const input = joiner('services');

  it.each([
    '{"services": ["Oak doors", "Sash windows"]}',
    '```json\n{"services": ["Oak doors", "Sash windows"]}\n```',
    '<think>{"no": 1}</think> Here it is: {"services": ["Oak doors", "Sash windows"]}',
    '["Oak doors", "Sash windows"]',
    '{"services": "Oak doors\\n- Sash windows"}',
    '{"services": "Oak doors, Sash windows"}',
    '{"services": [{"name": "Oak doors"}, {"name": "Sash windows"}]}',
  ])('may come as %s', (answer) => {
    expect(judgeSuggestion(answer, input)).toEqual({ problems: [], fitted: 'Oak doors\nSash windows' });
  });

  it.each([
    '[{"question": "Do you build doors?", "answer": "Yes."}]',
    '{"faqs": "Q: Do you build doors?\\nA: Yes."}',
    'Q: Do you build doors?\nA: Yes.',
    '```\nQ: Do you build doors?\nA: Yes.\n```',
  ])('may hold FAQs as %s', (answer) => {
    const { fitted } = judgeSuggestion(answer, joiner('faqs'));
    expect(parseFaqs(fitted!)).toEqual([{ question: 'Do you build doors?', answer: 'Yes.' }]);
  });

  it.each(['', 'I cannot do this.', '{"services": ["Oak', 'null', '{"services": 7}', '{"other": []}', '[1, 2]', '{}'])(
    'is no answer: %s',
    (answer) => {
      for (const section of SECTIONS) {
        const verdict = judgeSuggestion(answer, joiner(section));
        expect(verdict.fitted).toBeNull();
        expect(verdict.problems).not.toEqual([]);
      }
    },
  );

  it('is judged in no time, however hostile', () => {
    const hostile = [
      'a.'.repeat(40_000),
      '1 '.repeat(40_000),
      '('.repeat(90_000),
      '<a'.repeat(40_000),
      'Aa, '.repeat(20_000),
    ];
    for (const text of hostile) {
      for (const section of SECTIONS) {
        const start = performance.now();
        judgeSuggestion(JSON.stringify({ [section]: section === 'description' ? text : [text] }), joiner(section));
        expect(performance.now() - start).toBeLessThan(2000);
      }
    }
  });
});
