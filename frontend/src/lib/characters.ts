import { isBlank, lengthOf } from '@gmb-moments/backend/contract/texts';

/** The first characters of a text, counted as the server does. */
export function firstCharacters(text: string, max: number): string {
  return lengthOf(text) > max ? [...text].slice(0, max).join('') : text;
}

/** Property `count` of a text field that takes so many characters, counted as the server does, and cuts off what is more. */
export function atMost(max: number) {
  return { max, strategy: lengthOf, exceedFormatter: (text: string) => firstCharacters(text, max) };
}

/** Rule of a form item whose text must show something. */
export function notBlank(message: string) {
  return {
    required: true,
    validator: async (_rule: unknown, text = '') => {
      if (isBlank(text)) throw new Error(message);
    },
  };
}

/** A text as searches compare it: in lower case and without accents, as the server's `search_text` writes it. */
function searchText(text: string): string {
  const plain = text.normalize('NFD').replace(/[\u0300-\u036f]+/g, '');
  return plain.toLowerCase().replace(/[øłđß]/g, (letter) => WITHOUT_ACCENT[letter]!);
}

// They do not decompose into a letter and its accent.
const WITHOUT_ACCENT: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ß: 'ss' };

/** Whether the label of an option contains what was typed, in any case and with or without accents. */
export function matchesLabel(typed: string, option: { label?: unknown } | undefined): boolean {
  return searchText(String(option?.label ?? '')).includes(searchText(typed.trim()));
}
