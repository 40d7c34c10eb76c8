/** Characters of an answer that is read; no caption or section comes near it. */
const ANSWER_MAX = 100_000;

/** What a model answered, without what it thought aloud before; `''` when that is far longer than any answer. */
export function answered(text: string): string {
  const answer = text.split('</think>').at(-1)!;
  return answer.length > ANSWER_MAX ? '' : answer;
}
