import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Finds the programs that the tests run against. */

/** Path of an executable on the PATH, or in one of these further folders; `null` where there is none. */
export function find(program, ...folders) {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...folders]) {
    const path = join(folder, program);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/** A real MinIO: `MINIO_BIN`, on the PATH, or where `go install` puts it. */
export function findMinio() {
  return process.env.MINIO_BIN || find('minio', ...goFolders());
}

/** Helm, which renders the chart: `HELM_BIN`, on the PATH, or where `go install` puts it. */
export function findHelm() {
  return process.env.HELM_BIN || find('helm', ...goFolders());
}

function goFolders() {
  const { GOBIN, GOPATH } = process.env;
  return [GOBIN, join(GOPATH?.split(delimiter)[0] || join(homedir(), 'go'), 'bin')].filter(Boolean);
}

/** Path of libfaketime, as Debian's package faketime installs it; `null` where it is not. */
export function findFaketime() {
  if (!existsSync('/usr/lib')) return null;
  const paths = readdirSync('/usr/lib').map((folder) => join('/usr/lib', folder, 'faketime', 'libfaketime.so.1'));
  return paths.find((path) => existsSync(path)) ?? null;
}
