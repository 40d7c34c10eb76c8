import { describe, expect, it } from '@jest/globals';
import { withoutMarkedThoughts, withoutThoughts } from './thoughts.js';

const JSON_TEXT = '{"title": "Tulips"}';
const DRAFT = '{"title": "Draft"}';

describe('the thoughts of a model', () => {
  it.each([
    `<think>${DRAFT}</think>${JSON_TEXT}`,
    `<think>\n${DRAFT}\n</think>\n\n${JSON_TEXT}`,
    `<THINK>${DRAFT}</THINK>${JSON_TEXT}`,
    `<thinking type="deep">${DRAFT}</thinking>${JSON_TEXT}`,
    `<thought>${DRAFT}</thought>${JSON_TEXT}`,
    `<reasoning>${DRAFT}</reasoning>${JSON_TEXT}`,
    `<seed:think>${DRAFT}</seed:think>${JSON_TEXT}`,
    `[THINK]${DRAFT}[/THINK]${JSON_TEXT}`,
    `<details type="reasoning" done="true"><summary>Thought</summary>${DRAFT}</details>${JSON_TEXT}`,
    `◁think▷${DRAFT}◁/think▷${JSON_TEXT}`,
    `<|begin_of_thought|>${DRAFT}<|end_of_thought|>${JSON_TEXT}`,
    `<|START_THINKING|>${DRAFT}<|END_THINKING|>${JSON_TEXT}`,
    `<|channel>thought\n${DRAFT}<channel|>${JSON_TEXT}`,
    `<unused94>thought\n${DRAFT}<unused95>${JSON_TEXT}`,
    `<|think|>${DRAFT}<|/think|>${JSON_TEXT}`,
    `<|think|>${DRAFT}<|end|>${JSON_TEXT}`,
    `<|reasoning_start|>${DRAFT}<|reasoning_end|>${JSON_TEXT}`,
    `<|start_header_id|>thinking<|end_header_id|>${DRAFT}<|eot_id|>${JSON_TEXT}`,
    `<chain_of_thought>${DRAFT}</chain_of_thought>${JSON_TEXT}`,
    `Here is my thought process: ${DRAFT}\nHere is my response: ${JSON_TEXT}`,
    `\`\`\`thinking\n${DRAFT}\n\`\`\`\n${JSON_TEXT}`,
    `${JSON_TEXT}\n\`\`\`thinking\n${DRAFT}\n\`\`\``,
    // The server or its template has sent the beginning to the model already.
    `${DRAFT}</think>${JSON_TEXT}`,
    `Hm.\n${DRAFT}\n[/THINK]\n${JSON_TEXT}`,
    // One within the other, one after the other.
    `<think>a<think>b</think>${DRAFT}</think>${JSON_TEXT}`,
    `<think>a<thinking>b</thinking>${DRAFT}</think>${JSON_TEXT}`,
    `<think>a</think><think>${DRAFT}</think>${JSON_TEXT}`,
    `<think>a</think>${DRAFT}</think>${JSON_TEXT}`,
    `<think>a</thought>${DRAFT}</think>${JSON_TEXT}`,
    `${JSON_TEXT}<think>Is it good? ${DRAFT}</think>`,
    `${JSON_TEXT}\n<think>Is it good? ${DRAFT}`,
    `<|channel|>analysis<|message|>${DRAFT}<|end|><|start|>assistant<|channel|>final<|message|>${JSON_TEXT}<|return|>`,
    `<|channel|>analysis<|message|>${DRAFT}<|end|><|start|>assistant<|channel|>final <|constrain|>JSON<|message|>${JSON_TEXT}`,
    `<|start|>assistant<|channel|>commentary<|message|>${DRAFT}<|end|><|channel|>final json<|message|>${JSON_TEXT}<|end|>`,
    `analysisWe write ${DRAFT}.assistantfinal${JSON_TEXT}`,
    JSON.stringify(`<think>${DRAFT}</think>${JSON_TEXT}`),
    JSON_TEXT,
  ])('are left out: %s', (text) => {
    expect(withoutThoughts(text)).toBe(JSON_TEXT);
  });

  it.each([
    `<think>${DRAFT}`,
    `<think>a</think><think>${DRAFT}`,
    `<think>a<think>b</think>${DRAFT}`,
    `<think>a</thinking>${DRAFT}`,
    `[THINK]${DRAFT}`,
    `<thought>\n${DRAFT}`,
    `${DRAFT}</think>`,
    `<think>${DRAFT}</think>`,
    `<|channel|>analysis<|message|>${DRAFT}`,
    `<|channel|>analysis<|message|>${DRAFT}<|end|><|start|>assistant<|channel|>commentary<|message|>${DRAFT}`,
    `analysisWe write ${DRAFT}`,
    `<|channel>thought\n${DRAFT}`,
    JSON.stringify(`<think>${DRAFT}`),
    `<unused94>thought\n${DRAFT}`,
    `<|think|>${DRAFT}`,
    `<|thought_start|>${DRAFT}`,
    `<|start_header_id|>thinking<|end_header_id|>${DRAFT}<|eot_id|>`,
    `<chain_of_thought>${DRAFT}`,
    `<inner_monologue>${DRAFT}</inner_monologue>`,
    `<antThinking>${DRAFT}`,
    `<draft>${DRAFT}</draft>`,
    `<think>${DRAFT}<|im_end|>`,
    `Here's my thought process: ${DRAFT}`,
    `\`\`\`thinking\n${DRAFT}`,
    `thought\n${DRAFT} Or rather`,
  ])('are left out where nothing else was written: %s', (text) => {
    expect(withoutThoughts(text)).toBe('');
  });

  it.each([
    ['<think>The user wants a title.</think>Tulips', 'Tulips'],
    ['[THINK]The user wants a title.[/THINK] Tulips', 'Tulips'],
    ['The user wants a title.</think>Tulips', 'Tulips'],
    [' <think>The user wants a title.', ''],
    ['A sign that says <think>', 'A sign that says <think>'],
    ['Tulips', 'Tulips'],
  ])('are left out of a text within JSON: %s', (text, said) => {
    expect(withoutMarkedThoughts(text)).toBe(said);
  });

  it('are not taken from a text within JSON', () => {
    const text = '{"title": "A sign that says <think>"}';
    expect(withoutThoughts(text)).toBe(text);
  });

  it.each([
    '<think>',
    '</think>',
    '<think></thought>',
    '<|channel|>a',
    '<think '.repeat(2),
    '[/think',
    '<|start_',
    '<|end|>',
    '<a-think',
    '```think\n',
    '<|start_header_id|>',
  ])('are found quickly in a text of nothing but %s', (mark) => {
    const before = process.cpuUsage();
    withoutThoughts(mark.repeat(1_000_000 / mark.length));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(3000);
  });
});
