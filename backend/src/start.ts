import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, loadConfig } from './config.js';
import { Product } from './start/product.js';
import { onStopSignals } from './start/signals.js';
import { StartError } from './start/start-error.js';

/** `npm start`: everything that the product needs on this machine, from one command. */

const FORCED_END_MS = 3_000;
const programs = dirname(fileURLToPath(import.meta.url));
const root = join(programs, '../../..');

process.chdir(root);
const product = new Product({ root, programs, print: (line) => console.log(line) });
const stopping = onStopSignals(() => {
  product.force();
  // Whatever is left ends by itself when this process is gone.
  setTimeout(() => process.exit(1), FORCED_END_MS).unref();
});
process.exit(await run());

async function run(): Promise<number> {
  let code = 0;
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    await product.start(loadConfig(), stopping);
    await untilAborted(stopping);
  } catch (error) {
    code = stopping.aborted ? 0 : explain(error);
  }
  await product.stop();
  return product.forced ? 1 : code;
}

function explain(error: unknown): number {
  console.error(error instanceof ConfigError || error instanceof StartError ? error.message : error);
  return 1;
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
