import { parse } from 'bowser';

/**
 * Describes the header `User-Agent`, such as `Firefox on Windows`; a program by its name; `''` if nothing is
 * recognized.
 */
export function deviceOf(userAgent = ''): string {
  if (!userAgent) return '';
  const { browser, os, platform } = parse(userAgent);
  const system = (platform.vendor === 'Apple' && platform.model) || os.name;
  const names = [browser.name, system].filter(Boolean);
  const [program = ''] = /^[\w.-]{1,40}(?=\/)/.exec(userAgent) ?? [];
  return names.length > 0 ? names.join(' on ') : program;
}
