import type { NamesOf } from './record-fields.js';

/**
 * Every error code of the API, with the statuses that it comes with and a sentence such as the one beside it, which the API's document
 * shows. A code is stable; the sentence may change.
 */
export const ERRORS = {
  VALIDATION_FAILED: { statuses: [400, 408], message: 'title is required' },
  JSON_INVALID: { statuses: [400], message: 'The body is not valid JSON.' },
  NO_FILES: { statuses: [400], message: 'Please upload at least one image' },
  NOT_SIGNED_IN: { statuses: [401], message: 'Please sign in to do this.' },
  WRONG_CREDENTIALS: { statuses: [401], message: 'The e-mail or the password is wrong.' },
  SECOND_FACTOR_REQUIRED: {
    statuses: [401],
    message: 'Enter the code of your authenticator app or a recovery code, or use a passkey.',
  },
  SECOND_FACTOR_MISSING: {
    statuses: [403],
    message: 'Your team needs a second factor: set one up before anything else.',
  },
  PASSWORDS_OFF: {
    statuses: [403],
    message: 'Passwords are switched off here. Use “Sign in with Okta” on the login page.',
  },
  SINGLE_SIGN_ON_NEEDED: {
    statuses: [409],
    message: 'Sign in by “Sign in with Okta” first, which shows that it works. Then you can switch passwords off.',
  },
  SIGN_IN_EXPIRED: {
    statuses: [409],
    message: 'This sign-in was used already, took too long, or began in another browser. Please begin again.',
  },
  SIGN_IN_CANCELLED: {
    statuses: [403],
    message: 'The sign-in was cancelled, or the provider does not let you use this product.',
  },
  EMAIL_NOT_VERIFIED: {
    statuses: [403],
    message: 'The provider does not say that your e-mail address is yours. Have it verified there, then try again.',
  },
  NOT_A_MEMBER: {
    statuses: [403],
    message: 'No account here has your e-mail. Ask an admin of this team to invite you.',
  },
  REMOVED_FROM_TEAM: {
    statuses: [403],
    message: 'You were removed from this team. Ask an admin of the team to invite you again.',
  },
  LINKED_TO_ANOTHER: {
    statuses: [403],
    message: 'The account with your e-mail is of another person at the provider. Ask the administrator of this system.',
  },
  PROVIDER_REFUSED: {
    statuses: [502],
    message: 'The answer of the provider could not be accepted. Please try again, or tell the administrator.',
  },
  PROVIDER_UNAVAILABLE: {
    statuses: [503],
    message: 'The provider of single sign-on does not answer. Please try again in a minute.',
  },
  CROSS_SITE_REQUEST: { statuses: [403], message: 'This request was sent by another site and is not accepted.' },
  ADMIN_ON_AGENCY_DOMAIN: {
    statuses: [403],
    message: 'Administrative features are not available on review.example.com, only through the main system domain.',
  },
  NOT_PERMITTED: {
    statuses: [403],
    message: 'Your role, viewer, does not allow this (review.share); these do: admin, manager, editor.',
  },
  API_KEY_INVALID: {
    statuses: [401],
    message: 'This API key is not known here. It was revoked, or its owner was removed from the team.',
  },
  NOT_FOR_API_KEYS: {
    statuses: [403],
    message: 'API keys are not for this: a person does it, who signs in or opens a link.',
  },
  REGISTRATION_CLOSED: { statuses: [403], message: 'Only signed-in staff can add a member of staff.' },
  NOT_FOUND: { statuses: [404], message: 'Moment not found' },
  METHOD_NOT_ALLOWED: { statuses: [405], message: 'PUT is not possible at this address, only GET, HEAD, POST.' },
  LINK_CLOSED: { statuses: [403, 409], message: 'This link was closed. Please ask for a new one.' },
  LINK_EXPIRED: { statuses: [403], message: 'This link has expired. Please ask for a new one.' },
  LINK_LOCKED: {
    statuses: [403],
    message:
      'This link is locked, since a wrong passcode was given too often. Please ask the team that sent it to unlock it.',
  },
  LINK_LOOKS_ONLY: { statuses: [403], message: 'With this link you can look, but not decide.' },
  PASSCODE_REQUIRED: { statuses: [403], message: 'Please enter the passcode of this link first.' },
  WRONG_PASSCODE: { statuses: [403], message: 'This is not the passcode of this link.' },
  EMAIL_TAKEN: { statuses: [409], message: 'A member of staff with the e-mail ada@example.com exists already.' },
  TOO_MANY_REVIEWERS: { statuses: [409], message: 'A client has at most 50 reviewers.' },
  TOO_MANY_API_KEYS: {
    statuses: [409],
    message: 'You have 50 API keys, which is as many as are allowed. Revoke one that is not used.',
  },
  TOO_MANY_PASSKEYS: {
    statuses: [409],
    message: 'You have 20 passkeys, which is the most. Remove one first.',
  },
  PASSKEY_KNOWN: { statuses: [409], message: 'This passkey was added already.' },
  NO_ADDRESS: { statuses: [409], message: 'Maria Lopez has no e-mail address.' },
  NOTHING_TO_DECIDE: {
    statuses: [409],
    message: 'Everything is decided, so there is nothing to remind Maria Lopez of.',
  },
  REMINDED_TODAY: {
    statuses: [409],
    message: 'Maria Lopez was reminded today already, of all that waits. One reminder a day is enough.',
  },
  MAILS_STOPPED: {
    statuses: [409],
    message:
      'No mail was sent, since the holder of maria@example.com stopped these mails. Copy the link, and send it to Maria Lopez in another way.',
  },
  OWN_ACCOUNT: { statuses: [409], message: 'You cannot remove yourself; a colleague can remove you.' },
  NO_SECOND_FACTOR: {
    statuses: [409],
    message: 'You have no second factor. Set one up on the page You first.',
  },
  SECOND_FACTOR_NEEDED: {
    statuses: [409],
    message: 'Your team needs a second factor, so you cannot remove your only one. Set up another one first.',
  },
  LAST_ADMIN: {
    statuses: [409],
    message: 'Ada is the only admin, and the team needs one. Make somebody else an admin first.',
  },
  DOMAIN_TAKEN: { statuses: [409], message: 'Another agency uses this custom domain already.' },
  NO_DOMAIN: { statuses: [409], message: 'This agency has no custom domain to verify. Set one first.' },
  DOMAIN_CHANGED: { statuses: [409], message: "While a.example was being checked, the agency's domain was changed." },
  MOMENT_FULL: { statuses: [409], message: 'A moment may have at most 30 images.' },
  ORDER_OUTDATED: {
    statuses: [409],
    message: 'The photos of this moment changed meanwhile, so the order was not saved. Please order them again.',
  },
  FILE_MISSING: { statuses: [409], message: 'The file of tulips.jpg is missing in the storage.' },
  IMAGE_NOT_PENDING: { statuses: [409], message: 'Only a pending image can be decided; this one is already approved.' },
  IMAGE_NOT_REJECTED: { statuses: [409], message: 'Only a rejected image can be resubmitted; this one is pending.' },
  IMAGE_NOT_RESUBMITTED: { statuses: [409], message: 'This image was not resubmitted.' },
  NOTHING_TO_RESTORE: { statuses: [409], message: 'This entry of the history replaced no text.' },
  NOTHING_TO_DELIVER: { statuses: [409], message: 'None of these photos is approved.' },
  DELIVERY_RUNNING: {
    statuses: [409],
    message: 'You are downloading photos already. Wait until that has ended, or cancel it in your browser.',
  },
  DELIVERY_NOT_DONE: { statuses: [409], message: 'Nothing was delivered yet, so there is nothing to certify.' },
  SECTION_NOT_REJECTED: { statuses: [409], message: 'Services is not rejected, so it takes no draft.' },
  SECTION_NOT_APPROVED: { statuses: [409], message: 'Services is not approved, so it cannot be applied.' },
  DECISION_FINAL: {
    statuses: [409],
    message: 'This decision cannot be undone any more: it was made a while ago, or somebody has gone on with it since.',
  },
  IMAGE_APPROVED: { statuses: [409], message: 'The caption of an approved image is not generated again.' },
  IMAGE_CHANGED: {
    statuses: [409],
    message: 'This image was changed after you opened it. Please look at the new version.',
  },
  ALL_CAPTIONED: { statuses: [409], message: 'All images already have captions' },
  EDITED_MEANWHILE: { statuses: [409], message: 'Ada Byron changed this meanwhile.' },
  OPTIMIZATION_SUBMITTED: { statuses: [409], message: 'Only a draft can get another client; this one was submitted.' },
  OPTIMIZATION_COMPLETED: { statuses: [409], message: 'This optimization is completed.' },
  SECTION_CHANGED: { statuses: [409], message: 'This section was changed after you opened it.' },
  SECTION_DECIDED: { statuses: [409], message: 'Another decision was made. Please look at that decision first.' },
  NO_SUGGESTION: { statuses: [409], message: 'There is no suggestion for FAQs to decide on yet.' },
  ALL_SUGGESTED: { statuses: [409], message: 'All sections already have suggestions' },
  GENERATION_RUNNING: { statuses: [409], message: 'This section is being written.' },
  IDEMPOTENCY_KEY_REUSED: { statuses: [409], message: 'This Idempotency-Key was used for another request already.' },
  IMAGES_DELETED: { statuses: [409], message: 'The images of this upload were deleted meanwhile.' },
  CURSOR_OUTDATED: {
    statuses: [409],
    message:
      'This cursor was given by another database server, from which this system was restored. Begin again with since: entries that you read before have the ids that they had.',
  },
  BODY_TOO_LARGE: { statuses: [413], message: 'The body is larger than 1 MB.' },
  FILE_TOO_LARGE: { statuses: [413], message: '"tulips.jpg" is too large: a file may have at most 50 MB.' },
  PICTURE_TOO_LARGE: { statuses: [413], message: '"tulips.jpg" has 120 megapixels; at most 100 are allowed.' },
  PICTURE_UNREADABLE: { statuses: [415], message: '"tulips.jpg" is damaged or incomplete and cannot be read.' },
  UNSUPPORTED_MEDIA_TYPE: {
    statuses: [415],
    message: 'The body has the Content-Type text/plain: send application/json.',
  },
  RANGE_NOT_SATISFIABLE: { statuses: [416], message: 'The file does not have the part that was asked for.' },
  TOO_MANY_REQUESTS: { statuses: [429], message: 'There were too many requests. Please wait a minute, then go on.' },
  SECTION_THROTTLED: { statuses: [429], message: 'This decision was changed too often. Please try again later.' },
  INTERNAL_ERROR: { statuses: [500], message: 'Something went wrong on our side.' },
  AI_FAILED: { statuses: [502], message: 'The AI provider failed.' },
  MAIL_FAILED: { statuses: [502], message: 'The mail server did not take this mail.' },
  MAIL_SENT: { statuses: [409], message: 'This mail was sent, or is about to be.' },
  NO_MAIL_SERVER: { statuses: [409], message: 'No mail server is configured: set SMTP_URL and MAIL_FROM first.' },
  NOTHING_TO_WRITE: { statuses: [422], message: 'There is nothing to write about.' },
  INTERRUPTED: { statuses: [503], message: 'The work was interrupted. Please try again.' },
  DATABASE_UNAVAILABLE: { statuses: [503], message: 'The database cannot be reached right now. Please try again.' },
  MIGRATIONS_PENDING: { statuses: [503], message: 'The database lacks 1 migration of this version: run them first.' },
  QUEUE_UNAVAILABLE: { statuses: [503], message: 'The caption is not ready yet. It appears as soon as it is drafted.' },
  STORAGE_UNAVAILABLE: {
    statuses: [503],
    message: 'Files cannot be taken in right now. Please try again in a minute.',
  },
  MEMORY_UNAVAILABLE: {
    statuses: [503],
    message: 'There is not enough memory to read "tulips.jpg" right now. Please try again in a minute.',
  },
} as const satisfies Record<string, { statuses: readonly number[]; message: string }>;
export type ErrorCode = NamesOf<typeof ERRORS>;

/** One refused field of a request. */
export interface FieldError {
  /** Dots lead into lists and objects: `images.2` is the third file in the field `images`. */
  field: string;
  message: string;
}

/** The body of every answer from 400 up. `error` and `message` are the same sentence. */
export interface ErrorBody {
  statusCode: number;
  error: string;
  message: string;
  code: ErrorCode;
  details?: FieldError[];
  requestId: string;
}
