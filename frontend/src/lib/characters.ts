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
