/**
 * Measures a file, or a part of it, in the process that runs it.
 * @returns to be called at its end: notes the processor seconds since, of this process and all that it started
 */
export function measureFile(path: string): () => void;
