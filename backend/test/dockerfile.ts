import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const LINKS_KEPT = { recursive: true, verbatimSymlinks: true };

interface Instruction {
  name: string;
  rest: string;
}

/** A system of a Dockerfile, as lines after its FROM. */
export interface System {
  name: string;
  /** The image or system that it begins with. */
  base: string;
  instructions: Instruction[];
}

/** Reads the stages of a Dockerfile; of its syntax only what ours uses. */
export function readStages(file: string): System[] {
  const stages: System[] = [];
  const lines = readFileSync(file, 'utf8').replace(/\\\n/g, ' ').split('\n');
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line.trim()) ?? [];
    const [base = '', system = ''] = rest.split(' AS ');
    if (name === 'FROM') stages.push({ name: system, base, instructions: [] });
    else if (name && stages.length > 0) stages.at(-1)!.instructions.push({ name, rest });
  }
  return stages;
}

interface Build {
  /** Folder in which the images' folders are created: `<folder>/<system>/app`. */
  folder: string;
  /** The project, and the files of it that the build may see, by their paths from there. */
  context: { root: string; files: string[] };
}

/**
 * Plays a system with plain folders for images: COPY copies, and RUN runs as written in WORKDIR. For stages whose commands
 * stay within their WORKDIR.
 */
export function playStage(system: System, { folder, context }: Build, play: { run: boolean }): string {
  const root = join(folder, system.name);
  if (existsSync(join(folder, system.base))) cpSync(join(folder, system.base), root, LINKS_KEPT);
  let directory = join(root, 'app');
  for (const { name, rest } of system.instructions) {
    if (name === 'WORKDIR') mkdirSync((directory = join(root, rest)), { recursive: true });
    else if (name === 'COPY') copy(rest, directory, { folder, context });
    else if (name === 'RUN' && play.run) execFileSync('sh', ['-c', rest], { cwd: directory, stdio: 'pipe' });
  }
  return directory;
}

function copy(rest: string, directory: string, { folder, context }: Build): void {
  const parts = rest.split(' ');
  const from = /^--from=(\w+)$/.exec(parts[0]!)?.[1];
  const sources = from ? parts.slice(1, -1) : parts.slice(0, -1);
  const target = join(directory, parts.at(-1)!);
  for (const source of sources) {
    if (from) cpSync(join(folder, from, source), target, LINKS_KEPT);
    else copyFromContext(source, target, context);
  }
}

function copyFromContext(source: string, target: string, { root, files }: Build['context']): void {
  const isFolder = files.some((file) => file.startsWith(`${source}/`));
  for (const file of files.filter((path) => path === source || path.startsWith(`${source}/`))) {
    const place = isFolder ? join(target, file.slice(source.length)) : join(target, source.split('/').at(-1)!);
    mkdirSync(dirname(place), { recursive: true });
    cpSync(join(root, file), place);
  }
}
