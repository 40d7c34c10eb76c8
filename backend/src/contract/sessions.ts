/** A session of the signed-in member of staff: `GET /api/sessions`. */
export interface SessionView {
  /** Names the session, and opens nothing. */
  id: string;
  /** Browser and system in words, such as `Firefox on Windows`; `''` where they are not known. */
  device: string;
  /** When it was opened; `null` for a session of before this was noted. */
  signedInAt: string | null;
  /** When it was used last, to within five minutes. */
  lastUsedAt: string;
  /** Whether it is the one that asks. */
  isCurrent: boolean;
  /** Whether it was opened by single sign-on. */
  bySingleSignOn: boolean;
}
