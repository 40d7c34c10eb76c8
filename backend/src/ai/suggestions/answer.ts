import { parseFaqs } from '../../contract/faqs.js';
import type { Section } from '../../contract/statuses.js';
import { answered } from '../model-answer.js';

/**
 * Reads a model's answer, also within a code fence or behind its thinking aloud, and also where a model that knows no
 * JSON schema wrote a list as one text, or without the object around it.
 * @returns undefined when there is no complete JSON in it, or very much else
 */
export function readAnswer(answer: string, section: Section): unknown {
  const text = answered(answer);
  const json = jsonIn(text);
  if (json !== undefined) return { [section]: written(fieldOf(json, section), section) };
  const faqs = section === 'faqs' ? parseFaqs(withoutFence(text)) : null;
  return faqs?.length ? { faqs } : undefined;
}

function jsonIn(text: string): unknown {
  const start = text.search(/[{[]/u);
  const end = text[start] === '[' ? text.lastIndexOf(']') : text.lastIndexOf('}');
  try {
    return JSON.parse(text.slice(start, end + 1));
  } catch {
    return undefined;
  }
}

function withoutFence(text: string): string {
  return text
    .trim()
    .replace(/^```\w*/u, '')
    .replace(/```$/u, '');
}

function fieldOf(json: unknown, section: Section): unknown {
  if (Array.isArray(json)) return json;
  return (json as Record<string, unknown>)[section];
}

/** Models that know no JSON schema like to write a list as one text, or an entry as an object with a name. */
function written(value: unknown, section: Section): unknown {
  if (section === 'description') return value;
  if (section === 'faqs') return typeof value === 'string' ? (parseFaqs(value) ?? value) : value;
  if (typeof value === 'string') return value.split(/\n/u).length > 1 ? value.split(/\n/u) : value.split(/[,;]/u);
  return Array.isArray(value) ? value.map(nameOf) : value;
}

function nameOf(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  const { name, service, area, keyword } = entry as Record<string, unknown>;
  return name ?? service ?? area ?? keyword ?? entry;
}
