import { isBlank, lengthOf } from '@gmb-moments/backend/contract/texts';

/** The first `max` characters of a text. Characters are Unicode code points, as the server counts them. */
export function firstCharacters(text: string, max: number): string {
  return lengthOf(text) > max ? [...text].slice(0, max).join('') : text;
}

/** The `count` prop of an Ant Design text field that accepts at most `max` characters and cuts off the rest. */
export function atMost(max: number) {
  return { max, strategy: lengthOf, exceedFormatter: (text: string) => firstCharacters(text, max) };
}

/** Rule of a form item whose text must contain a visible character. */
export function notBlank(message: string) {
  return {
    required: true,
    validator: async (_rule: unknown, text = '') => {
      if (isBlank(text)) throw new Error(message);
    },
  };
}

/** A text for comparisons: lower case, without accents, like the server's `search_text`. */
function searchText(text: string): string {
  const plain = text.normalize('NFD').replace(/[\u0300-\u036f]+/g, '');
  return plain.toLowerCase().replace(/[øłđß]/g, (letter) => WITHOUT_ACCENT[letter]!);
}

// Unicode does not decompose these into a letter and an accent.
const WITHOUT_ACCENT: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ß: 'ss' };

/** Whether the label of a select's option contains the typed text, ignoring case and accents. */
export function matchesLabel(typed: string, option: { label?: unknown } | undefined): boolean {
  return searchText(String(option?.label ?? '')).includes(searchText(typed.trim()));
}
