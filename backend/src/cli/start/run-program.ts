import { spawn, type SpawnOptions } from 'node:child_process';

/** The result of a program that has ended. */
export interface ProgramResult {
  /** Whether its exit code was 0. */
  ok: boolean;
  /** The exit code or signal, or why it could not be started, for messages. */
  ending: string;
  /** The end of its output. */
  output: string;
}

/** Characters of a program's output that are kept. */
const OUTPUT_MAX = 16_000;

/**
 * Runs a program until it ends, with `input` as its standard input. Resolves also when it fails or cannot be started;
 * rejects only for invalid arguments, such as one with a NUL character.
 */
export function runProgram(
  file: string,
  args: string[],
  options: SpawnOptions = {},
  input = '',
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(file, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
    // Ignored, because the exit of a program that does not read its input is reported anyway.
    child.stdin?.on('error', () => undefined).end(input);
    const collect = (text: string) => (output = (output + text).slice(-OUTPUT_MAX));
    child.stdout?.setEncoding('utf8').on('data', collect);
    child.stderr?.setEncoding('utf8').on('data', collect);
    child.on('error', (error) => resolve({ ok: false, ending: error.message, output }));
    child.on('close', (code, signal) => resolve({ ok: code === 0, ending: howItEnded(code, signal), output }));
  });
}

/** Returns "code 1" or "signal SIGKILL". */
export function howItEnded(code: number | null, signal: NodeJS.Signals | null): string {
  return signal ? `signal ${signal}` : `code ${code}`;
}
