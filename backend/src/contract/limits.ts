/** Business constants that both sides enforce. Free of framework code: the frontend imports these values at run time. */

/** Images one moment may hold. */
export const IMAGES_PER_MOMENT = 30;
/** Size of one image file in bytes: 50 MB. */
export const IMAGE_MAX_BYTES = 50 * 1024 * 1024;
/** Files the browser sends in one upload request. */
export const UPLOAD_BATCH_FILES = 5;
/** Bytes the browser sends in one upload request: 200 MB. */
export const UPLOAD_BATCH_BYTES = 200 * 1024 * 1024;
/** Attempts per upload batch. */
export const UPLOAD_ATTEMPTS = 3;
/** Milliseconds between two attempts of an upload batch. */
export const UPLOAD_RETRY_WAIT_MS = 2000;
/** Pixels above which a picture is refused: 100 megapixels. */
export const IMAGE_MAX_PIXELS = 100_000_000;
/** Size of a logo file in bytes: 5 MB. */
export const LOGO_MAX_BYTES = 5 * 1024 * 1024;

/**
 * Milliseconds by which an API looks back further than a page that asks what it missed: a read may have been answered a
 * little after it began, and the question may take a while. A page that waits longer for the answer refetches.
 */
export const MISSED_MARGIN_MS = 5000;

/** Characters of what staff ask a new caption for. */
export const INSTRUCTION_MAX = 500;

/** Seconds in which a reviewer may take a decision back; the review pages offer it for a shorter time. */
export const UNDO_SECONDS = 60;

/** Characters of a reviewer's feedback. */
export const FEEDBACK_MAX = 2000;

/** Characters of a business, agency or moment name. */
export const NAME_MAX = 200;

/** Street and town of an agency, in one line. */
export const POSTAL_ADDRESS_MAX = 200;

/** Characters of what staff answer to a rejection. */
export const REPLY_MAX = 500;

/** Reviewers of one client. */
export const REVIEWERS_PER_CLIENT = 50;
/** Reminders that one link causes. */
export const REMINDERS_MAX = 5;
/** Characters of what staff write to reviewers as they share, or in reminders. */
export const SHARE_MESSAGE_MAX = 500;
/** Characters of a new passcode of a link; earlier ones of four go on working. */
export const PASSCODE_MIN = 6;
export const PASSCODE_MAX = 64;
/** Wrong passcodes in all after which a link is locked. */
export const WRONG_PASSCODES_MAX = 50;

/** Clients that one import creates. */
export const CLIENT_IMPORT_MAX = 1000;

/** Shortest password, in characters. */
export const PASSWORD_MIN = 10;
/** Longest password, in characters. */
export const PASSWORD_MAX = 200;

/** Longest text of a code that a sign-in takes: a recovery code with signs between its letters. */
export const CODE_MAX = 40;
/** Recovery codes that are made at a time. */
export const RECOVERY_CODES = 10;

/** Passkeys of one member of staff. */
export const PASSKEYS_MAX = 20;
/** Characters of the name of a passkey. */
export const PASSKEY_NAME_MAX = 60;
/** Characters of what a browser sends of a passkey; it needs about 1000. */
export const CREDENTIAL_MAX = 10_000;

/** Days for which the invitation of a colleague opens. */
export const INVITATION_DAYS = 7;
/** Minutes for which the link to a new password opens. */
export const RESET_MINUTES = 60;

/** Default brand of the product. */
export const DEFAULT_BRAND_NAME = 'GMB Moments';
/** Colour of a new agency. */
export const AGENCY_DEFAULT_COLOR = '#6366f1';
/** Colour of a public image page without an agency. */
export const REVIEW_DEFAULT_COLOR = '#000000';
/** Colour of the platform until the settings say otherwise. */
export const SETTINGS_DEFAULT_COLOR = '#3b82f6';

/** Characters of a suggested question. */
export const FAQ_QUESTION_MAX = 300;

/** Agency name on the optimization preview of a client without an agency. */
export const DEFAULT_AGENCY_NAME = 'GMB Moments Agency';
/** Colour of the optimization preview of a client without an agency. */
export const PREVIEW_DEFAULT_COLOR = '#059669';

/** Most agencies, and most single clients, of one scope. */
export const SCOPE_MAX = 500;

/** Characters of the name of an API key. */
export const API_KEY_NAME_MAX = 60;
/** Longest time after which an API key expires, in days; one without an end does not. */
export const API_KEY_DAYS_MAX = 365;
/** API keys of one member of staff. */
export const API_KEYS_PER_USER = 50;
