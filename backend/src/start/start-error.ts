/** A reason not to start, told to the person in one line without a stack. */
export class StartError extends Error {}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether a failed system call failed for one of these reasons, such as `ENOENT`. */
export function failedWith(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
