import { isNativeError } from 'node:util/types';
import { MulterError } from 'multer';
import { cannotTakeIn } from './cannot-take-in.js';
import { AppError, notAField, shortened } from './errors.js';
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
  return new AppError(
    400,
    'VALIDATION_FAILED',
    'The upload is not a form that can be read: it is cut short or damaged.',
  );
}

function fromMulter(error: MulterError, { field, maxFiles, maxBytes }: FilesRule): AppError {
  if (error.code === 'LIMIT_FILE_SIZE') {
    const name = cleanName((error as MulterError & { filename?: string }).filename ?? '');
    const megabytes = maxBytes / 1024 / 1024;
    return new AppError(413, 'FILE_TOO_LARGE', `"${name}" is too large: a file may have at most ${megabytes} MB.`);
  }
  return new AppError(400, 'VALIDATION_FAILED', sentence(error, field, maxFiles));
}

function sentence({ code, field: given = '' }: MulterError, field: string, maxFiles: number): string {
  const name = shortened(given);
  if (code === 'LIMIT_UNEXPECTED_FILE' && given !== field) {
    return `${name} is not a field for files here; send files in the field ${field}.`;
  }
  if (code === 'LIMIT_UNEXPECTED_FILE' || code === 'LIMIT_FILE_COUNT') {
    return `Too many files: at most ${maxFiles} can be sent in the field ${field} of one request.`;
  }
  if (code === 'LIMIT_FIELD_COUNT' || code === 'LIMIT_PART_COUNT') return 'The form has too many fields.';
  if (code === 'LIMIT_FIELD_VALUE') return `${name} is too long: a field of a form may have at most 100 kB.`;
  return name ? notAField(name).message : 'The form has a field without a name, or with too long a name.';
}
