/** The programs that tests run against, see `programs.js`. */
export type ProgramName =
  | 'chromium'
  | 'redis-server'
  | 'caddy'
  | 'pgbouncer'
  | 'nginx'
  | 'perl'
  | 'python3'
  | 'bsdtar'
  | 'minio'
  | 'helm'
  | 'node-24'
  | 'ip'
  | 'nft'
  | 'faketime';

/** Path of an executable in the first of these folders that has it, by default those of the PATH; `null` where there is none. */
export function find(program: string, ...folders: string[]): string | null;

/** Path of a program of the catalogue; `null` where it is missing. */
export function findProgram(name: ProgramName): string | null;

/** Why a test that needs these programs cannot be played: `nft is missing`; `null` where all are there. */
export function whyMissing(...names: ProgramName[]): string | null;
