import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig, readEnvFile } from '../config.js';
import { OperatorError } from '../platform/operator-error.js';
import { ReportedFailure } from '../platform/process-failure.js';
import { onStopSignals } from './start/stop-signals.js';
import { Product } from './start/product.js';

/**
 * `npm start`: starts everything that the product needs on this machine and stops it again at a signal.
 * `npm run dev` is the same with `--dev`: changed sources take effect at once.
 */

const FORCED_END_MS = 3_000;
const programs = dirname(dirname(fileURLToPath(import.meta.url)));
const root = join(programs, '../../..');

process.chdir(root);
const isDevelopment = process.argv.includes('--dev');
const product = new Product({ root, programs, isDevelopment, print: (line) => console.log(line) });
const stopping = onStopSignals(() => {
  product.force();
  // Programs that still run end by themselves when this process is gone.
  setTimeout(() => process.exit(1), FORCED_END_MS).unref();
});
process.exit(await run());

async function run(): Promise<number> {
  let code = 0;
  try {
    readEnvFile();
    await product.start(loadConfig(), stopping);
    if (!stopping.aborted) await Promise.race([once(stopping, 'abort'), product.failed]);
  } catch (error) {
    if (!stopping.aborted) {
      if (!(error instanceof ReportedFailure)) console.error(error instanceof OperatorError ? error.message : error);
      code = 1;
    }
  }
  await product.stop();
  return product.isForced ? 1 : code;
}
