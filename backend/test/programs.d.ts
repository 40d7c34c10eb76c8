export function find(program: string, ...folders: string[]): string | null;
export function findMinio(): string | null;
export function findHelm(): string | null;

/** Path of libfaketime, as Debian's package faketime installs it; `null` where it is not. */
export function findFaketime(): string | null;
