import { isBlank } from '../contract/texts.js';

const HALF_A_CHARACTER = /^[\udc00-\udfff]/;

/**
 * A file's name as it is shown: at most 255 UTF-16 code units, without folders, controls, line breaks and the marks that
 * turn the direction of text; `''` for a name that has no visible character but dots.
 */
export function cleanName(name: string): string {
  const base = visiblePart(name.split(/[\\/]/).at(-1) ?? '');
  const shown = base.slice(-255).replace(HALF_A_CHARACTER, '').toWellFormed();
  return isBlank(shown.replaceAll('.', '')) ? '' : shown;
}

/** A sentence that refuses a file for its name, which is quoted as far as it can be shown. */
export function nameProblem(name: string, field: string): string {
  const shown = visiblePart(name).slice(0, 100).toWellFormed();
  const subject = shown ? `"${shown}" is not the name of a file.` : `A file in the field ${field} has no name.`;
  return `${subject} Please give every file a name, such as photo.jpg.`;
}

function visiblePart(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
}
