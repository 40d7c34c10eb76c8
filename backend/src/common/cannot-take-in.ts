import { AppError } from './errors.js';

const NO_ROOM = ['ENOSPC', 'EDQUOT'];

/** 503: the disk on which files come in, and are worked on, does not take them. */
export function cannotTakeIn(code: string): AppError {
  const reason = NO_ROOM.includes(code)
    ? 'The disk that takes in files is full. Please tell whoever runs this system.'
    : 'Files cannot be taken in right now. Please try again in a minute.';
  return new AppError(503, 'STORAGE_UNAVAILABLE', reason);
}
