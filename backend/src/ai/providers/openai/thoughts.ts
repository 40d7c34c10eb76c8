const NAMES = 'think|thinking|thoughts?|thought_process|reasoning|reason|reflection|analysis|scratchpad|details';
/**
 * What begins and ends the thoughts of a model, as models and servers write it: `<think>`, `<seed:think>`, `[THINK]`, `◁think▷`,
 * `<|begin_of_thought|>`, `<|START_THINKING|>`, `<|channel>thought`, `<details>`.
 */
const MARK = new RegExp(
  [
    `<(?<end1>/?)(?:\\w{1,20}:)?(?<name1>${NAMES})(?:\\s[^<>]{0,200})?>`,
    `\\[(?<end2>/?)(?<name2>${NAMES})\\]`,
    `◁(?<end3>/?)(?<name3>${NAMES})▷`,
    `<\\|(?:begin_of_|start_|(?<end4>end_(?:of_)?))(?<name4>${NAMES})\\|>`,
    '<\\|(?<name5>channel)>|<(?<end5>channel)\\|>',
  ].join('|'),
  'giu',
);
/** The beginning of a message in one of the channels of `gpt-oss`; only that of the channel `final` is the answer. */
const CHANNEL = /<\|channel\|>\s*(\w+)[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>/gu;
/** The same from servers that leave out the special tokens. */
const BARE_CHANNEL = /^\s*analysis(?=\p{L}).*?(?:assistantfinal|$)/su;

/** Thoughts within thoughts that are told apart. */
const DEPTH_MAX = 100;

/**
 * The text that a model wrote without what it thought: thoughts that were never ended go to the end of the text, and those that
 * were never begun from its beginning.
 */
export function withoutThoughts(text: string): string {
  const json = jsonOf(text);
  if (typeof json === 'string') return withoutThoughts(json);
  return json === undefined ? outsideOfMarks(finalChannel(text)).trim() : text;
}

/** The value of a text that is JSON and nothing else; otherwise `undefined`. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function finalChannel(text: string): string {
  const channels = [...text.matchAll(CHANNEL)];
  if (channels.length === 0) return text.replace(BARE_CHANNEL, '');
  const last = channels.findLast(([, name]) => name!.toLowerCase() === 'final');
  if (!last) return '';
  const answer = text.slice(last.index + last[0].length);
  return answer.split(/<\|(?:end|return|start|channel|call)\|>/u, 1)[0]!;
}

function outsideOfMarks(text: string): string {
  let kept = '';
  /** The names of thoughts that were begun and not ended, outermost first. */
  const open: string[] = [];
  let from = 0;
  for (const { 0: mark, index, groups = {} } of text.matchAll(MARK)) {
    const [name, isEnd] = read(groups);
    if (open.length === 0) kept += text.slice(from, index);
    if (open.length > DEPTH_MAX) return kept;
    if (!isEnd) open.push(name);
    else if (open.includes(name)) open.length = open.lastIndexOf(name);
    else if (open.length === 0) kept = '';
    from = index + mark.length;
  }
  return open.length > 0 ? kept : kept + text.slice(from);
}

function read(groups: Record<string, string | undefined>): [name: string, isEnd: boolean] {
  const given = Object.entries(groups).filter(([, value]) => value);
  const name = given.find(([key]) => key.startsWith('name'))?.[1] ?? 'channel';
  return [name.toLowerCase(), given.some(([key]) => key.startsWith('end'))];
}
