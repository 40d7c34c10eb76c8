import { Logger } from '@nestjs/common';
import { startApp } from '../app.js';
import { variablesOf } from '../backups.js';
import { startS3 } from '../s3.js';
import { later } from './later.js';

/** An API whose files are in a real MinIO. Logging is off, since the failures are logged. */
export async function startOnMinio() {
  const s3 = later(await startS3(), (one) => one.stop());
  const env = variablesOf(s3);
  const app = later(await startApp(env), (one) => one.close());
  Logger.overrideLogger(false);
  return { s3, app, env, staff: await app.staff() };
}
