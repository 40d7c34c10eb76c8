import { spawn, type SpawnOptions } from 'node:child_process';

/** How a program ended: its exit code, or why it could not be started, and the end of what it wrote. */
export interface Ended {
  ok: boolean;
  how: string;
  output: string;
}

/** Runs a program to its end, with `input` as what it reads; never rejects. */
export function runProgram(file: string, args: string[], options: SpawnOptions = {}, input = ''): Promise<Ended> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(file, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
    // A program that ends without reading its input says why by how it ends.
    child.stdin?.on('error', () => undefined).end(input);
    const collect = (chunk: Buffer) => (output = (output + chunk.toString('utf8')).slice(-16_000));
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => resolve({ ok: false, how: error.message, output }));
    child.on('close', (code, signal) => resolve({ ok: code === 0, how: howItEnded(code, signal), output }));
  });
}

/** "code 1" or "signal SIGKILL". */
export function howItEnded(code: number | null, signal: NodeJS.Signals | null): string {
  return signal ? `signal ${signal}` : `code ${code}`;
}
