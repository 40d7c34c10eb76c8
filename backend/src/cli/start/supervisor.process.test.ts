import { afterEach, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { waitUntil } from '../../../test/checkout.js';
import { Supervised, type Program } from './supervisor.js';

const PAUSE = /starting it again in ([\d.]+) s/;

describe('a supervised program', () => {
  let supervised: Supervised;
  const lines: string[] = [];

  afterEach(async () => {
    await supervised.stop();
    lines.length = 0;
  });

  /** Keeps a Node.js program running; resolves when `enough` lines were printed. */
  function keep(
    script: string,
    enough = Infinity,
    change: Partial<Program> = {},
    onFailure?: () => void,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      supervised = new Supervised(
        {
          name: 'Worker 1',
          launch: async () => spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] }),
          stopSignal: 'SIGTERM',
          forceSignal: 'SIGKILL',
          graceMs: 300,
          ...change,
        },
        (line) => {
          lines.push(line);
          if (lines.length === enough) resolve();
        },
        onFailure,
      );
      supervised.start().then(() => enough === Infinity && resolve(), reject);
    });
  }

  it('is restarted after increasing delays', async () => {
    await keep('process.exit(7)', 3);
    expect(lines[0]).toBe('Worker 1 ended with code 7; starting it again in 0.25 s');
    expect(lines.map((line) => PAUSE.exec(line)?.[1])).toEqual(['0.25', '0.5', '1']);
  });

  it('is relaunched when a later launch fails', async () => {
    let launches = 0;
    const launch = async () => {
      if (++launches > 1) throw new Error('no memory');
      return spawn('true');
    };
    await keep('', 2, { launch });
    expect(lines[1]).toBe('Worker 1 did not start (no memory); starting it again in 0.5 s');
  });

  it('ends for good when it said that it would end so again', async () => {
    const script = `process.send({ type: 'failed' }, () => process.exit(1))`;
    const launch = async () => spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    let failed: () => void;
    const failure = new Promise<void>((resolve) => (failed = resolve));
    await keep(script, Infinity, { launch }, () => failed());
    await failure;
    expect(lines).toEqual([]);
  });

  it('fails when its first launch does', async () => {
    const launch = async () => Promise.reject(new Error('no such file'));
    await expect(keep('', Infinity, { launch })).rejects.toThrow('no such file');
    expect(lines).toEqual([]);
  });

  it('is not restarted once it was stopped', async () => {
    await keep('setInterval(() => 0, 1e6)');
    await supervised.stop();
    expect(lines).toEqual([]);
  });

  it('is stopped while it waits for its restart', async () => {
    await keep('process.exit(1)', 3);
    await supervised.stop();
    expect(lines).toHaveLength(3);
  });

  it('is restarted on request after the shortest delay', async () => {
    let launches = 0;
    const scripts = ['process.exit(1)', 'process.exit(1)', 'setInterval(() => 0, 1e6)'];
    const launch = async () => spawn(process.execPath, ['-e', scripts[launches++] ?? scripts[2]!], { stdio: 'ignore' });
    await keep('', 2, { launch });
    await waitUntil(() => launches === 3, 'it runs');
    supervised.restart();
    await waitUntil(() => lines.length === 3, 'it ended');
    expect(lines[2]).toBe('Worker 1 ended with signal SIGTERM; starting it again in 0.25 s');
  });

  it('is killed when it does not stop', async () => {
    let child: ChildProcess | undefined;
    const script = 'process.on("SIGTERM", () => 0); setInterval(() => 0, 1e6); console.log("up")';
    const launch = async () => {
      child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(child.stdout ?? child, 'data');
      return child;
    };
    await keep('', Infinity, { launch });
    await supervised.stop();
    expect(child?.signalCode).toBe('SIGKILL');
  });
});
