import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';

/** What follows an answer that broke rules: the answer itself, and what was wrong with it. */
export function correctionMessages(answer: string, problems: string[]): ChatCompletionMessageParam[] {
  return [
    { role: 'assistant', content: answer.slice(0, 8000) || '(empty)' },
    {
      role: 'user',
      content: `This answer cannot be used:\n${problems.map((problem) => `- ${problem}`).join('\n')}\nAnswer again with the complete, corrected JSON object and nothing else.`,
    },
  ];
}
