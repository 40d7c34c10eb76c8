import { kill } from 'node:process';
import type { TestApp } from '../app.js';
import { eventually } from '../eventually.js';
import { startApiProcess, startWorker, type WorkerProcess } from '../worker-process.js';
import { measured, type Measures } from './measured.js';
import { slope } from './slope.js';

const PRELOAD = new URL('steady-heap.js', import.meta.url).href;
const MB = 1_000_000;

/** A process of the product that says what it holds. */
export interface Subject {
  name: 'API' | 'worker';
  process: WorkerProcess;
  /** What it measured, with all garbage collected. */
  measure(): Promise<Measures>;
}

/** An API that trusts one proxy, and a worker, both watched. */
export async function startSubjects(app: TestApp, env: Record<string, string>) {
  const [ofApi, ofWorker] = [await measured(), await measured()];
  const preload = { NODE_OPTIONS: `--import=${PRELOAD}`, TRUST_PROXY: '1' };
  const api = await startApiProcess(app, { ...env, ...preload, ...ofApi.env });
  const worker = await startWorker(app, { ...env, ...preload, ...ofWorker.env });
  return { url: api.url, api: watched('API', api, ofApi.measure), worker: watched('worker', worker, ofWorker.measure) };
}

function watched(name: Subject['name'], process: WorkerProcess, measure: Subject['measure']): Subject {
  let times = 0;
  return {
    name,
    process,
    measure: async () => {
      times += 1;
      const said = `Collected all garbage, time ${times}.`;
      kill(process.pid, 'SIGUSR2');
      await eventually(() => {
        if (!process.log().includes(said)) throw new Error(`The ${name} did not collect its garbage`);
      });
      return measure();
    },
  };
}

/** What a process held at a time, in MB. */
export interface Sample {
  minute: number;
  /** Of JavaScript, after garbage was collected. */
  heap: number;
  /** All that the system has given it. */
  memory: number;
}

/** The heap spaces of JavaScript objects; those of compiled code are left out, since they grow for a while. */
const OBJECTS = ['new', 'old', 'large_object'];

function spaceOf(measures: Measures, space: string): number {
  const bytes = measures.get(`nodejs_heap_space_size_used_bytes{space="${space}"}`);
  if (bytes === undefined) throw new Error(`There is no heap space ${space} among ${[...measures.keys()].join(', ')}`);
  return bytes;
}

export async function sampleOf({ measure }: Subject): Promise<Sample> {
  const measures = await measure();
  const heap = OBJECTS.reduce((sum, space) => sum + spaceOf(measures, space), 0) / MB;
  const memory = measures.get('process_resident_memory_bytes')! / MB;
  return { minute: performance.now() / 60_000, heap, memory };
}

/** How fast a process grows, in MB per minute, and a line that says so. */
export function growthOf(name: string, samples: Sample[]): { heap: number; memory: number; line: string } {
  const heap = slope(samples.map((sample) => [sample.minute, sample.heap]));
  const memory = slope(samples.map((sample) => [sample.minute, sample.memory]));
  const last = samples.at(-1)!;
  const part = (what: string, mb: number, perMinute: number): string =>
    `${what} ${mb.toFixed(1)} MB (${perMinute.toFixed(2)} MB/min)`;
  return { heap, memory, line: `${name}: ${part('heap', last.heap, heap)}, ${part('memory', last.memory, memory)}` };
}
