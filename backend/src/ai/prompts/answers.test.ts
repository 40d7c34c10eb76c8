import { describe, expect, it } from '@jest/globals';
import { SECTIONS, type Section } from '../../contract/statuses.js';
import { CAPTION_SCHEMA, readCaption, readSection, sectionSchema } from './answers.js';

describe('reading a model’s answer', () => {
  const services = { content: ['Oak doors', 'Sash windows'] };

  it.each([
    '{"services": ["Oak doors", "Sash windows"]}',
    '```json\n{"services": ["Oak doors", "Sash windows"]}\n```',
    'Here it is: {"services": ["Oak doors", "Sash windows"]} I hope that it helps [1].',
    'A draft: {"services": ["Doors"]}\nBetter: {"services": ["Oak doors", "Sash windows"]}\n{"confidence": 0.9}',
    '{"services": ["Oak doors", "Sash windows",],}',
    '{"result": {"services": ["Oak doors", "Sash windows"]}, "status": "ok"}',
    '[{"services": ["Oak doors", "Sash windows"]}]',
    '{"suggestions": ["Oak doors", "Sash windows"]}',
    '"{\\"services\\": [\\"Oak doors\\", \\"Sash windows\\"]}"',
    '{"result": "{\\"services\\": [\\"Oak doors\\", \\"Sash windows\\"]}"}',
    '{"reasoning": {"services": ["Doors"]}, "answer": {"services": ["Oak doors", "Sash windows"]}}',
    '["Oak doors", "Sash windows"]',
    '{"services": "Oak doors\\nSash windows"}',
    '{"services": "<think>Doors,\\nI think.</think>\\nOak doors\\nSash windows"}',
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

  it.each([
    '',
    'I cannot do this.',
    '{"services": ["Oak',
    'null',
    '{"services": 7}',
    '{"other": []}',
    '{"error": ["No record"]}',
    '[1, 2]',
    '{}',
    // What the model thought is no answer, nor is one of several.
    '{"thoughts": {"title": "a", "description": "b", "exifKeywords": [], "geoAltDescription": "c", "services": ["d"]}}',
    '{"plan": {"title": "a", "description": "b", "exifKeywords": [], "geoAltDescription": "c", "services": ["d"]}}',
    '{"services": ["Oak doors"], "title": "Oak"} or rather {"services": ["Oak',
    '{"a": {"services": ["Oak doors"], "title": "a"}, "b": {"services": ["Windows"], "title": "b"}}',
  ])('reports a problem and returns no content for %s', (answer) => {
    for (const read of [readCaption(answer), ...SECTIONS.map((section) => readSection(answer, section))]) {
      expect(read).toMatchObject({ problems: expect.arrayContaining([expect.any(String)]), usable: null });
    }
  });

  it.each([
    [
      'among others',
      (caption: string) => `Draft: {"title": "Tulip"}. Final:\n\`\`\`json\n${caption}\n\`\`\` Is it fine?`,
    ],
    ['wrapped', (caption: string) => `{"caption": ${caption}}`],
    ['wrapped twice', (caption: string) => `{"result": {"caption": ${caption}}}`],
    ['in a list', (caption: string) => `[${caption}]`],
    ['as a text', (caption: string) => JSON.stringify(caption)],
    ['as a text in a list', (caption: string) => JSON.stringify([caption])],
    ['with a raw line break', (caption: string) => caption.replace('\\n', '\n')],
    ['with commas at the end', (caption: string) => caption.replace(']', ',]').replace('}', ' , }')],
  ])('finds a caption %s', (_, form) => {
    const caption = {
      title: 'Tulips',
      description: 'Red\ntulips.',
      exifKeywords: ['tulips'],
      geoAltDescription: 'Tulips in Lisboa.',
    };
    expect(readCaption(form(JSON.stringify(caption)))).toEqual({ content: { ...caption, description: 'Red tulips.' } });
  });

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
