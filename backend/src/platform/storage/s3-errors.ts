import type { Config } from '../../config.js';
import { messageOf } from '../operator-error.js';
import { StorageError, type StorageFailure } from './storage.js';

type S3Config = NonNullable<Config['s3']>;

const AWAY_SENTENCE = 'The storage that keeps the files cannot be reached right now. Please try again in a minute.';
const SENTENCES: Record<StorageFailure, string> = {
  away: AWAY_SENTENCE,
  protocol: AWAY_SENTENCE,
  full: 'The storage that keeps the files is full. Please tell the administrator of this system.',
  refused: 'The storage refuses the configured key: tell the administrator of this system.',
  bucket: 'The storage does not have its bucket any more: tell the administrator of this system.',
  clock: 'The clock of this server is wrong, so the storage refuses it: tell the administrator of this system.',
};

interface Meaning {
  kind: StorageFailure;
  /** Which variable is wrong. */
  variable: keyof typeof VALUES;
  what: string;
}

/** Values of variables, as far as an operator's log may show them. */
const VALUES = {
  S3_ENDPOINT: ({ endpoint, proxy }: S3Config) =>
    `${endpoint}${proxy ? ' (by the proxy of HTTP_PROXY or HTTPS_PROXY)' : ''}`,
  S3_BUCKET: ({ bucket }: S3Config) => `"${bucket}"`,
  S3_REGION: ({ region }: S3Config) => `"${region}"`,
  S3_ACCESS_KEY: () => 'the key',
  S3_SECRET_KEY: () => 'the secret',
};

const KEY: Meaning = { kind: 'refused', variable: 'S3_ACCESS_KEY', what: 'is not known to the storage' };
const SECRET: Meaning = { kind: 'refused', variable: 'S3_SECRET_KEY', what: 'does not belong to S3_ACCESS_KEY' };
const REGION: Meaning = { kind: 'refused', variable: 'S3_REGION', what: 'is not the region of the bucket' };
const RIGHTS: Meaning = {
  kind: 'refused',
  variable: 'S3_ACCESS_KEY',
  what: 'lacks a right: it must write, read, list and delete in the bucket',
};
const GONE: Meaning = { kind: 'bucket', variable: 'S3_BUCKET', what: 'does not exist' };
const NAME: Meaning = { kind: 'refused', variable: 'S3_BUCKET', what: 'is not the name of a bucket' };
const FULL: Meaning = { kind: 'full', variable: 'S3_BUCKET', what: 'is full, or its storage is' };
const CLOCK: Meaning = {
  kind: 'clock',
  variable: 'S3_ENDPOINT',
  what: 'refuses this server, whose clock differs from its own by more than 15 minutes: set the clock',
};
const TLS: Meaning = {
  kind: 'protocol',
  variable: 'S3_ENDPOINT',
  what: 'cannot be used with its protocol or certificate',
};
const AWAY: Meaning = { kind: 'away', variable: 'S3_ENDPOINT', what: 'cannot be reached' };
const FAILED: Meaning = { ...AWAY, what: 'failed, or is no S3 server' };

const MEANINGS: Record<string, Meaning> = {
  InvalidAccessKeyId: KEY,
  SignatureDoesNotMatch: SECRET,
  AccessDenied: RIGHTS,
  AllAccessDisabled: RIGHTS,
  AccountProblem: RIGHTS,
  ExpiredToken: KEY,
  InvalidToken: KEY,
  AuthorizationHeaderMalformed: REGION,
  InvalidRegion: REGION,
  IllegalLocationConstraintException: REGION,
  MovedPermanently: REGION,
  PermanentRedirect: REGION,
  TemporaryRedirect: REGION,
  NoSuchBucket: GONE,
  InvalidBucketName: NAME,
  BucketAlreadyExists: { ...RIGHTS, what: 'may not use the bucket, which belongs to another account' },
  XMinioStorageFull: FULL,
  InsufficientStorage: FULL,
  QuotaExceeded: FULL,
  XMinioAdminBucketQuotaExceeded: FULL,
  RequestTimeTooSkewed: CLOCK,
};

const NUMERIC_REFERENCE = /&#(\d{1,6});/g;
const asCharacter = (_reference: string, codePoint: string): string => String.fromCodePoint(Number(codePoint));

const UNREACHABLE = /^E[A-Z_]+$/;
/** What OpenSSL says of an answer in http. */
const SPOKEN_HTTP = /wrong version number|packet length too long|http request/i;
const WRONG_PROTOCOL = /^(EPROTO|ERR_SSL|ERR_TLS|HPE_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

/** The code of an error of the S3 client, of the system or of an answer; empty if there is none. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** What a presigned request gets by a clock that differs: its code is that of a missing right. */
const OTHER_TIME = /<Message>Request (has expired|is not valid yet)/;

/** An answer with this status and body, as an error with its code. */
export function answerError(what: string, status: number, body: string): Error {
  const byStatus = status === 507 ? 'InsufficientStorage' : `HTTP${status}`;
  const named = /<Code>([^<]{1,100})<\/Code>/.exec(body)?.[1] ?? byStatus;
  const code = OTHER_TIME.test(body) ? 'RequestTimeTooSkewed' : named;
  return Object.assign(new Error(`${what}: ${status} ${body.slice(0, 500)}`), { code });
}

/** The storage speaks http where https was configured, or the other way round. */
export function otherProtocol({ endpoint }: S3Config): StorageError {
  const [given, spoken] = endpoint.startsWith('https:') ? ['https', 'http'] : ['http', 'https'];
  const what = `cannot be used with ${given}, since it speaks ${spoken}: begin the address with ${spoken}://`;
  return new StorageError('protocol', SENTENCES.protocol, `S3_ENDPOINT: ${endpoint} ${what}`);
}

/** What an error of the S3 client means for staff and for the operator. */
export function storageError(error: unknown, config: S3Config): StorageError {
  const code = codeOf(error);
  if (code === 'EPROTO' && SPOKEN_HTTP.test(messageOf(error))) return otherProtocol(config);
  const { kind, variable, what } = meaningOf(code);
  // A message of the TLS library has several lines; of XML's references the S3 client decodes those with a name only.
  const message = messageOf(error).replace(/\s+/g, ' ').trim().replace(NUMERIC_REFERENCE, asCharacter);
  const why = [code, message].filter(Boolean).join(': ');
  return new StorageError(kind, SENTENCES[kind], `${variable}: ${VALUES[variable](config)} ${what} (${why})`);
}

function meaningOf(code: string): Meaning {
  const known = MEANINGS[code];
  if (known) return known;
  if (WRONG_PROTOCOL.test(code)) return TLS;
  if (UNREACHABLE.test(code)) return AWAY;
  return /^HTTP4/.test(code) ? { ...RIGHTS, what: 'is refused' } : FAILED;
}
