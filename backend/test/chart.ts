import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments, stringify } from 'yaml';
import { findProgram } from './programs.js';

/** Renders docker/chart as `helm install` does, without a cluster. */

export const CHART = fileURLToPath(new URL('../../docker/chart', import.meta.url));
/** The earliest version that the chart is for; a Helm of `go install` would take a much earlier one for granted. */
const KUBERNETES = '1.26.0';

/** As far as the tests look into what the chart makes. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec?: Spec & { jobTemplate?: { spec: Spec } };
}

interface Spec {
  replicas?: number;
  template?: PodTemplate;
}

export interface PodTemplate {
  metadata: { labels: Record<string, string>; annotations?: Record<string, string> };
  spec: { containers: Container[]; initContainers?: Container[] };
}

export interface Container {
  name: string;
  image: string;
  env?: { name: string; value: string }[];
  ports?: { name: string; containerPort: number }[];
}

/** Manifests of a release with these values: names of files in docker/chart/ci, or values themselves. */
export function render(values: (string | object)[], release = 'gmb-moments'): Manifest[] {
  const rendered = helm('template', values, [release, CHART]);
  if (rendered.status !== 0) throw new Error(rendered.stderr);
  return parseAllDocuments(rendered.stdout)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

/** What Helm says to values that it refuses; empty where it takes them. */
export function refusal(values: (string | object)[]): string {
  const { status, stderr } = helm('template', values, ['gmb-moments', CHART]);
  return status === 0 ? '' : stderr;
}

/** What `helm lint` says, and how it ends. */
export function lint(values: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = helm('lint', values, ['--strict', CHART]);
  return { status, said: stdout + stderr };
}

function helm(command: string, values: (string | object)[], args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'gmb-chart-'));
  try {
    const files = values.map((given, index) => {
      if (typeof given === 'string') return join(CHART, 'ci', given);
      const file = join(folder, `${index}.yaml`);
      writeFileSync(file, stringify(given));
      return file;
    });
    const options = files.flatMap((file) => ['-f', file]);
    return spawnSync(findProgram('helm')!, [command, ...args, ...options, '--kube-version', KUBERNETES], {
      encoding: 'utf8',
      cwd: folder,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a manifest starts: the pod of a deployment, a job or a scheduled job. */
export function podsOf({ spec }: Manifest): PodTemplate[] {
  const template = (spec?.jobTemplate?.spec ?? spec)?.template;
  return template ? [template] : [];
}

export function containersOf({ spec }: PodTemplate): Container[] {
  return [...(spec.initContainers ?? []), ...spec.containers];
}
