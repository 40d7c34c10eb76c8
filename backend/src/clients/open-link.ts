import { conflict } from '../platform/http/errors.js';

/** Refuses to share an open link that is closed, for its record or for all of the client's. @throws AppError 409 LINK_CLOSED */
export function requireOpenLinkOn(isOn: boolean): void {
  if (isOn) return;
  throw conflict(
    'LINK_CLOSED',
    'The open link is closed, so it was not shared. Open it in Sharing first, or give reviewers links of their own.',
  );
}
