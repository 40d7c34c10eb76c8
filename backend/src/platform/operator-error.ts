/** An error for the operator of the product: its message is printed in one line, without a stack. */
export class OperatorError extends Error {}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return typeof error === 'object' && error && 'message' in error ? String(error.message) : String(error);
}

/** Whether a failed system call or query failed for one of these reasons, such as `ENOENT`. */
export function failedWith(error: unknown, ...codes: string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}

/** The result of some work, or undefined if the file or process that it needs does not exist. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (failedWith(error, 'ENOENT', 'ESRCH')) return undefined;
    throw error;
  }
}
