import { format } from 'node:util';
import { printable } from '../platform/sanitize-text.js';

/** From now on what this process prints by `console` moves no cursor and turns no line: names and errors come from elsewhere. */
export function cleanConsole(): void {
  for (const name of ['log', 'warn', 'error'] as const) {
    const write = console[name].bind(console);
    console[name] = (...values: unknown[]) => write(printable(format(...values)));
  }
}
