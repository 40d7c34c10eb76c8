import { parse } from 'bowser';

/** Browser and system of a header `User-Agent` in words, such as `Firefox on Windows`; a program's name, or `''` if it names none. */
export function deviceOf(userAgent = ''): string {
  if (!userAgent) return '';
  const { browser, os, platform } = parse(userAgent);
  const system = (platform.vendor === 'Apple' && platform.model) || os.name;
  const names = [browser.name, system].filter(Boolean);
  const [program = ''] = /^[\w.-]{1,40}(?=\/)/.exec(userAgent) ?? [];
  return names.length > 0 ? names.join(' on ') : program;
}
