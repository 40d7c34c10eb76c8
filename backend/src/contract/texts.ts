/** Defines blank texts and the length of texts. No framework code: the frontend imports this file at run time. */

// Spaces, controls, and what is never drawn: characters without width, fillers, empty braille cells.
const VISIBLE = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text has no visible character. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/** Length of a text in characters (Unicode code points, as PostgreSQL counts them): an emoji of one code point is one. */
export function lengthOf(text: string): number {
  return [...text].length;
}
