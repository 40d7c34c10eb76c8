import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';

const DOCTOR = fileURLToPath(new URL('../../backend/dist/src/cli/doctor.js', import.meta.url));

/** Expects that `npm run doctor` finds no mismatch between the product's rows and files. */
export async function expectAgreement(env: Record<string, string>): Promise<void> {
  await expect.poll(() => doctor(env), { timeout: 60_000 }).toBe('Rows and files agree\n');
}

async function doctor(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [DOCTOR], { env: { PATH: process.env['PATH'], ...env } });
  const [said, troubles] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return said + troubles;
}
