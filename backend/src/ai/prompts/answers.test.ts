import { describe, expect, it } from '@jest/globals';
import { SECTIONS, type Section } from '../../contract/statuses.js';
import { CAPTION_SCHEMA, readCaption, readSection, sectionSchema } from './answers.js';

describe('reading a model’s answer', () => {
  const services = { content: ['Oak doors', 'Sash windows'] };

  it.each([
    '{"services": ["Oak doors", "Sash windows"]}',
    '```json\n{"services": ["Oak doors", "Sash windows"]}\n```',
    '<think>{"no": 1}</think> Here it is: {"services": ["Oak doors", "Sash windows"]}',
    '["Oak doors", "Sash windows"]',
    '{"services": "Oak doors\\nSash windows"}',
    '{"services": [{"name": "Oak doors"}, {"name": "Sash windows"}]}',
  ])('accepts a list as %s', (answer) => {
    expect(readSection(answer, 'services')).toEqual(services);
  });

  it.each([
    '[{"question": "Do you build doors?", "answer": "Yes."}]',
    '{"faqs": "Q: Do you build doors?\\nA: Yes."}',
    'Q: Do you build doors?\nA: Yes.',
    '```\nQ: Do you build doors?\nA: Yes.\n```',
  ])('accepts FAQs as %s', (answer) => {
    expect(readSection(answer, 'faqs')).toEqual({ content: [{ question: 'Do you build doors?', answer: 'Yes.' }] });
  });

  it.each(['', 'I cannot do this.', '{"services": ["Oak', 'null', '{"services": 7}', '{"other": []}', '[1, 2]', '{}'])(
    'reports a problem and returns no content for %s',
    (answer) => {
      for (const read of [readCaption(answer), ...SECTIONS.map((section) => readSection(answer, section))]) {
        expect(read).toMatchObject({ problems: expect.arrayContaining([expect.any(String)]), usable: null });
      }
    },
  );

  it('returns the four fields of a caption and drops all others', () => {
    const caption = { title: 'Tulips', description: 'Red tulips.', geoAltDescription: 'Tulips in Lisboa.' };
    const answer = JSON.stringify({ ...caption, exifKeywords: 'tulips, red', status: 'approved', clientId: 'another' });
    expect(readCaption(answer)).toEqual({ content: { ...caption, exifKeywords: ['tulips', ' red'] } });
  });
});

describe('the JSON schemas', () => {
  it.each([
    ['description', 'description_suggestion'],
    ['services', 'services_suggestion'],
    ['serviceAreas', 'service_areas_suggestion'],
    ['faqs', 'faqs_suggestion'],
    ['keywords', 'keywords_suggestion'],
  ] as [Section, string][])('name the section, require its field and allow no others: %s', (section, name) => {
    const schema = { type: 'object', required: [section], additionalProperties: false };
    expect(sectionSchema(section)).toMatchObject({ name, schema });
  });

  it('contain no length limits, which several providers refuse', () => {
    const schemas = JSON.stringify([CAPTION_SCHEMA, ...SECTIONS.map(sectionSchema)]);
    expect(schemas).not.toMatch(/"(?:maxLength|minLength|maxItems|minItems)"/u);
  });
});
