const NAMES = 'think|thinking|thoughts?|thought_process|reasoning|reason|reflection|analysis|scratchpad|details';
/** Also `<chain_of_thought>`, `<inner_monologue>`, `<antThinking>`. */
const TAGS = `[\\w-]{0,20}(?:think|thought|reason|reflect|scratch|monologue)[\\w-]{0,20}|analysis|details|draft|plan|planning|internal`;
/**
 * The marks with which models and servers begin and end the reasoning of a model: `<think>`, `<seed:think>`,
 * `[THINK]`, `◁think▷`, `<|begin_of_thought|>`, `<|START_THINKING|>`, `<|think|>`, `<|thought_start|>`,
 * `<|channel>thought`, `<unused94>thought`, `<|start_header_id|>thinking<|end_header_id|>`, `<details>`. A mark that
 * ends the message, such as `<|eot_id|>`, ends the reasoning too.
 */
const MARK = new RegExp(
  [
    `<(?<end1>/?)(?:\\w{1,20}:)?(?<name1>${TAGS})(?:\\s[^<>]{0,200})?>`,
    `\\[(?<end2>/?)(?<name2>${NAMES})\\]`,
    `◁(?<end3>/?)(?<name3>${NAMES})▷`,
    `<\\|(?:begin_of_|start_|(?<end4>end_(?:of_)?))(?<name4>${NAMES})\\|>`,
    '<\\|(?<name5>channel)>|<(?<end5>channel)\\|>',
    `<\\|(?<end6>/?)(?<name6>${NAMES})(?:_start|_begin|(?<end7>_end))?\\|>`,
    '<unused(?:94|(?<end8>95))>',
    `<\\|start_header_id\\|>\\s{0,5}(?<name9>${NAMES})\\s{0,5}<\\|end_header_id\\|>`,
    '<\\|(?<message>end|eot_id|im_end|start_header_id)\\|>',
  ].join('|'),
  'giu',
);
/** The beginning of a message in one of the channels of `gpt-oss`; only that of the channel `final` is the answer. */
const CHANNEL = /<\|channel\|>\s*(\w+)[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>/gu;
/** The channel `analysis` of `gpt-oss` from servers that leave out the special tokens. */
const BARE_CHANNEL = /^\s*analysis(?=\p{L}).*?(?:assistantfinal|$)/su;
/** Reasoning of Granite. */
const BARE_PROCESS = /^\s*here(?:['’]s| is) my thought process:.*?(?:here(?:['’]s| is) my response:|$)/isu;
/** The beginning of reasoning of Gemma from servers that leave out the special tokens; its end is not marked. */
const BARE_THOUGHT = /^\s*thoughts?[^\S\n]*\n/iu;
const FENCED = new RegExp(`\`\`\`(?:${NAMES})[^\\S\\n]*\\n[^]*?(?:\`\`\`|$)`, 'giu');

/** Maximum depth of nested thoughts; text behind deeper ones is dropped. */
const DEPTH_MAX = 100;

/**
 * Removes a model's reasoning ("thoughts") from its text. Thoughts without an end mark extend to the end of the text,
 * and thoughts without a begin mark start at its beginning. A text that is a JSON object or array is returned
 * unchanged.
 */
export function withoutThoughts(text: string): string {
  const json = parseJson(text);
  if (typeof json === 'string') return withoutThoughts(json);
  return json === undefined ? removeMarked(finalChannel(text)).trim() : text;
}

/**
 * Removes thoughts from a string within JSON if it begins with a mark or contains an end mark. Other marks may be
 * part of the content, such as a sign on a photo.
 */
export function withoutMarkedThoughts(text: string): string {
  const marks = [...text.trimStart().matchAll(MARK)];
  const isThought = marks[0]?.index === 0 || marks.some(({ groups = {} }) => parseMark(groups)[1]);
  return isThought ? removeMarked(text).trim() : text;
}

/** Returns the value of a text that is JSON and nothing else; otherwise `undefined`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function finalChannel(text: string): string {
  const channels = [...text.matchAll(CHANNEL)];
  if (channels.length === 0) return withoutUnmarkedThoughts(text);
  const last = channels.findLast(([, name]) => name!.toLowerCase() === 'final');
  if (!last) return '';
  const answer = text.slice(last.index + last[0].length);
  return answer.split(/<\|(?:end|return|start|channel|call)\|>/u, 1)[0]!;
}

/** A text of Gemma is kept only if it ends like an answer in JSON, since the end of the thoughts is not marked. */
function withoutUnmarkedThoughts(text: string): string {
  if (BARE_THOUGHT.test(text) && !/[}\]`]$/u.test(text.trimEnd())) return '';
  return text.replace(BARE_CHANNEL, '').replace(BARE_PROCESS, '').replace(FENCED, '');
}

function removeMarked(text: string): string {
  let kept = '';
  /** The names of thoughts that were begun and not ended, outermost first. */
  const open: string[] = [];
  let from = 0;
  for (const { 0: mark, index, groups = {} } of text.matchAll(MARK)) {
    const [name, isEnd] = parseMark(groups);
    if (open.length === 0) kept += text.slice(from, index);
    if (open.length > DEPTH_MAX) return kept;
    if (groups['message']) open.length = 0;
    else if (!isEnd) open.push(name);
    else if (open.includes(name)) open.length = open.lastIndexOf(name);
    else if (open.length === 0) kept = '';
    from = index + mark.length;
  }
  return open.length > 0 ? kept : kept + text.slice(from);
}

function parseMark(groups: Record<string, string | undefined>): [name: string, isEnd: boolean] {
  const given = Object.entries(groups).filter(([, value]) => value);
  const name = given.find(([key]) => key.startsWith('name'))?.[1] ?? 'channel';
  return [name.toLowerCase(), given.some(([key]) => key.startsWith('end'))];
}
