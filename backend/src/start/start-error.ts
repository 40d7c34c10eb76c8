/** A reason not to start, told to the person in one line without a stack. */
export class StartError extends Error {}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return typeof error === 'object' && error && 'message' in error ? String(error.message) : String(error);
}

/** Whether a failed system call failed for one of these reasons, such as `ENOENT`. */
export function failedWith(error: unknown, ...codes: string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}
