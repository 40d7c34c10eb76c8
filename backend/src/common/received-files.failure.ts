import { isNativeError } from 'node:util/types';
import { MulterError } from 'multer';
import { cannotTakeIn } from './cannot-take-in.js';
import { AppError } from './errors.js';
import { cleanName } from './file-name.js';
import type { FilesRule } from './received-files.js';

/** What went wrong while files came in, in our words; errors of our own pass unchanged. */
export function receivingFailed(error: unknown, rule: FilesRule): unknown {
  if (error instanceof MulterError) return fromMulter(error, rule);
  if (!isNativeError(error) || error instanceof AppError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code?.startsWith('E')) return cannotTakeIn(code);
  if (/^Request (aborted|closed)/.test(error.message)) {
    return new AppError(400, 'VALIDATION_FAILED', 'The upload was interrupted.');
  }
  return new AppError(400, 'VALIDATION_FAILED', `The upload is not valid multipart data: ${error.message}.`);
}

function fromMulter(error: MulterError, { field, maxFiles, maxBytes }: FilesRule): AppError {
  if (error.code === 'LIMIT_FILE_SIZE') {
    const name = cleanName((error as MulterError & { filename?: string }).filename ?? '');
    const megabytes = maxBytes / 1024 / 1024;
    return new AppError(413, 'FILE_TOO_LARGE', `"${name}" is too large: a file may have at most ${megabytes} MB.`);
  }
  return new AppError(400, 'VALIDATION_FAILED', sentence(error, field, maxFiles));
}

function sentence(error: MulterError, field: string, maxFiles: number): string {
  if (error.code === 'LIMIT_UNEXPECTED_FILE' && error.field !== field) {
    return `${error.field} is not a field for files here; send files in the field ${field}.`;
  }
  if (error.code === 'LIMIT_UNEXPECTED_FILE' || error.code === 'LIMIT_FILE_COUNT') {
    return `Too many files: at most ${maxFiles} can be sent in the field ${field} of one request.`;
  }
  return `The form was refused: ${error.message}${error.field ? ` (${error.field})` : ''}.`;
}
