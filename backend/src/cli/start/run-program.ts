import { spawn, type SpawnOptions } from 'node:child_process';

/** How a program ended. */
export interface Ended {
  /** Whether its exit code was 0. */
  ok: boolean;
  /** Its exit code or signal, or why it could not be started. */
  how: string;
  /** The end of what it printed. */
  output: string;
}

/** Characters of a program's output that are kept. */
const OUTPUT_MAX = 16_000;

/**
 * Runs a program until it ends, with `input` as its standard input. Resolves also when it fails or cannot be started;
 * rejects only for arguments that no program can get, such as one with a NUL character.
 */
export function runProgram(file: string, args: string[], options: SpawnOptions = {}, input = ''): Promise<Ended> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(file, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
    // A program that ends without reading its input is reported by its exit.
    child.stdin?.on('error', () => undefined).end(input);
    const collect = (text: string) => (output = (output + text).slice(-OUTPUT_MAX));
    child.stdout?.setEncoding('utf8').on('data', collect);
    child.stderr?.setEncoding('utf8').on('data', collect);
    child.on('error', (error) => resolve({ ok: false, how: error.message, output }));
    child.on('close', (code, signal) => resolve({ ok: code === 0, how: howItEnded(code, signal), output }));
  });
}

/** "code 1" or "signal SIGKILL". */
export function howItEnded(code: number | null, signal: NodeJS.Signals | null): string {
  return signal ? `signal ${signal}` : `code ${code}`;
}
