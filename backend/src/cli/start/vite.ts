import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { messageOf, OperatorError } from '../../platform/operator-error.js';

/**
 * Path of vite's command line program.
 * @throws OperatorError when vite is not installed
 */
export function findVite(frontend: string): string {
  try {
    return join(dirname(createRequire(join(frontend, 'package.json')).resolve('vite/package.json')), 'bin/vite.js');
  } catch (error) {
    throw new OperatorError(
      `vite, which builds the screens, is not installed: run npm ci without --omit=dev (${messageOf(error).split('\n')[0]})`,
    );
  }
}
