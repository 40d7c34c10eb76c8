import { readdir, readFile } from 'node:fs/promises';
import { expect } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { startApp } from '../app.js';
import { variablesOf } from '../backups.js';
import { eventually } from '../eventually.js';
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

/** Stops a process by SIGSTOP, and waits until all its threads stand still. */
export async function standStill(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await eventually(async () => {
    const threads = await readdir(`/proc/${pid}/task`);
    const states = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/status`, 'utf8')));
    for (const state of states) expect(state).toMatch(/^State:\tT/m);
  });
}
