import { isNativeError } from 'node:util/types';
import { MulterError } from 'multer';
import { isBlank } from '../../contract/texts.js';
import { AppError, notAField, shortened, storageUnavailable } from '../http/errors.js';

/** Limits of number and size of files in a request. */
export interface FileLimits {
  field: string;
  maxFiles: number;
  /** Bytes of one file. */
  maxBytes: number;
}

const LEADING_LOW_SURROGATE = /^[\udc00-\udfff]/;

/**
 * The `AppError` for a failed upload: 413 or 400 from multer's errors, 503 when the disk fails, 400 for a broken form.
 */
export function uploadError(error: unknown, limits: FileLimits): unknown {
  if (error instanceof MulterError) return fromMulter(error, limits);
  if (!isNativeError(error) || error instanceof AppError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code?.startsWith('E')) return storageUnavailable(code);
  return /^Request (aborted|closed)/.test(error.message)
    ? invalidForm('The upload was interrupted.')
    : invalidForm('The upload is not a form that can be read: it is cut short or damaged.');
}

/** 400 for a file whose name is empty after `cleanName`; quotes its visible characters, if any. */
export function nameError(name: string, field: string): AppError {
  const shown = visiblePart(name).slice(0, 100).toWellFormed();
  const subject = shown ? `"${shown}" is not the name of a file.` : `A file in the field ${field} has no name.`;
  return invalidForm(`${subject} Please give every file a name, such as photo.jpg.`);
}

/**
 * A file's name as it is stored and shown: without folders, control characters, line breaks and bidi marks, and only its last
 * 255 UTF-16 code units; `''` for a name without visible characters other than dots.
 */
export function cleanName(name: string): string {
  const base = visiblePart(name.split(/[\\/]/).at(-1) ?? '');
  const shown = base.slice(-255).replace(LEADING_LOW_SURROGATE, '').toWellFormed();
  return isBlank(shown.replaceAll('.', '')) ? '' : shown;
}

function visiblePart(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
}

function fromMulter(error: MulterError, { field, maxFiles, maxBytes }: FileLimits): AppError {
  if (error.code === 'LIMIT_FILE_SIZE') {
    const name = cleanName((error as MulterError & { filename?: string }).filename ?? '');
    const megabytes = maxBytes / 1024 / 1024;
    return new AppError(413, 'FILE_TOO_LARGE', `"${name}" is too large: a file may have at most ${megabytes} MB.`);
  }
  return invalidForm(multerMessage(error, field, maxFiles));
}

function multerMessage({ code, field: given = '' }: MulterError, field: string, maxFiles: number): string {
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

function invalidForm(message: string): AppError {
  return new AppError(400, 'VALIDATION_FAILED', message);
}
