const HALF_A_CHARACTER = /^[\udc00-\udfff]/;

/** A file's name as it is shown: without folders, controls, line breaks and the marks that turn the direction of text. */
export function cleanName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? '';
  const shown = base.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  return shown.slice(-255).replace(HALF_A_CHARACTER, '').toWellFormed() || 'unnamed';
}
