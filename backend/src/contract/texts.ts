/** What counts as blank, and as one character. Free of framework code: the frontend imports these values at run time. */

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
