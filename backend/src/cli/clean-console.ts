import { format } from 'node:util';
import { printable } from '../platform/sanitize-text.js';

/**
 * Replaces control characters in everything that this process prints by `console` from now on. Printed names and
 * errors come from users and other systems, and could otherwise move the cursor or reverse text.
 */
export function cleanConsole(): void {
  for (const name of ['log', 'warn', 'error'] as const) {
    const write = console[name].bind(console);
    console[name] = (...values: unknown[]) => write(printable(format(...values)));
  }
}
