import { isIP } from 'node:net';
import { isEmailAddress } from './contract/email.js';
import { hostName } from './contract/host-name.js';
import { NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from './contract/limits.js';
import { ROLES } from './contract/roles.js';
import { lengthOf } from './contract/texts.js';
import { isException } from './platform/http/proxies.js';

/** The variables of the configuration and the values that each allows; `config.ts` reads them. */

export const PROCESS_ROLES = ['api', 'worker'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/** Reads the value of a variable from its text. @throws NotAllowed */
type Reader<T> = (given: string) => T;

/** Its message says what is allowed. */
export class NotAllowed extends Error {}

/** A reader whose value must also meet a condition. */
function checked<T>(read: Reader<T>, isAllowed: (value: T) => boolean, allowed: string): Reader<T> {
  return (given) => {
    const value = read(given);
    if (!isAllowed(value)) throw new NotAllowed(allowed);
    return value;
  };
}

const text: Reader<string> = (given) => given.trim();
const list: Reader<string[]> = (given) =>
  given
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean);

function wholeNumber(min: number, max: number): Reader<number> {
  const isInRange = (value: string) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max;
  const digits = checked(text, isInRange, `a whole number from ${min} to ${max}`);
  return (given) => Number(digits(given));
}

function oneOf<Word extends string>(...words: Word[]): Reader<Word> {
  return checked(text as Reader<Word>, (value) => words.includes(value), words.join(', '));
}

function address(...protocols: string[]): Reader<string> {
  const begins = protocols.map((protocol) => `${protocol}//`);
  return checked(
    checked(
      text,
      (value) => !begins.some((begin) => value.toLowerCase().startsWith(begin)) || URL.canParse(value),
      'one address: in a user or a password the signs @ : / ? # % are written as %40 %3A %2F %3F %23 %25',
    ),
    (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
    `an address that starts with ${begins.join(' or ')}`,
  );
}

const originOf = (allowed: string) =>
  checked(address('http:', 'https:'), (value) => new URL(value).href === `${new URL(value).origin}/`, allowed);

// Without a path, which a client of S3 would drop in silence: the bucket has a variable of its own.
const storageOrigin = originOf(
  'an address without a path, such as https://s3.example.com (the bucket is named by S3_BUCKET)',
);

const publicOrigin = originOf(
  'an address without a path, such as https://admin.example.com (the product has a host of its own)',
);

const line = checked(text, (value) => !/\p{Cc}/u.test(value), 'one line of text');

// Sent in headers, and signed.
const word = checked(
  text,
  (value) => /^[\x21-\x7e]+$/.test(value),
  'letters, digits and signs of ASCII without spaces',
);

// A name that is no host is a mistake that no page of staff would open with.
const hosts = checked(
  list,
  (names) => names.every((name) => isHost(name.replace(/^\*\./, ''))),
  'a comma-separated list of hosts, such as admin.example.com or *.example.dev, without scheme and port',
);

function isHost(name: string): boolean {
  return isIP(hostName(name)) > 0 || /^(?!-)[a-z\d_-]{1,63}(\.[a-z\d_-]{1,63})*$/.test(hostName(name));
}

/** Whether a host is this machine. */
export function isOwnHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '');
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

// What the browser brings back would be read by others on an open way.
const issuer = checked(
  address('https:', 'http:'),
  (value) => {
    const { protocol, hostname, username, password, search, hash, pathname } = new URL(value);
    const isBare = !username && !password && !search && !hash && !pathname.includes('/.well-known/');
    return isBare && (protocol === 'https:' || isOwnHost(hostname));
  },
  'the address of an issuer, such as https://login.example.com/realms/agency: https (http only on this machine), without a user, a query and /.well-known/…',
);

const domains = checked(
  list,
  (names) => names.length > 0 && names.every((name) => isHost(name) && name.includes('.')),
  'a comma-separated list of the domains of e-mail addresses, such as example.com,example.org',
);

const scopeWords = checked(
  (given) =>
    given
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
  (words) => /^(all|none|((agency|client): *[^,]+)(,(agency|client): *[^,]+)*)$/u.test(words.join(',')),
  'all, none, or agency:NAME and client:NAME, comma-separated (by its id where a name has a comma)',
);

// A key in the address would be sent to it in no form that providers know.
const base = checked(
  address('http:', 'https:'),
  (value) => new URL(value).username === '' && new URL(value).password === '',
  'an address without a user and a password (the key is named by OPENAI_API_KEY)',
);

// The driver checks the certificate in each of these modes, and warns in several lines of all but the last. It encodes the whole
// address once more if there is a space in it. Without a host, `host` behind the address names it or the folder of a socket.
const databaseAddress: Reader<string> = (given) => {
  const withHost = given
    .trim()
    .replaceAll(' ', '%20')
    .replace(/^([^@]*)@\/([^@]*)$/, '$1@localhost/$2');
  const value = address('postgres:', 'postgresql:')(withHost);
  return value.includes('uselibpqcompat=')
    ? value
    : value.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)\b/, '$1verify-full');
};

const redisAddress = checked(
  address('redis:', 'rediss:'),
  (value) => /^(\/\d{0,5})?$/.test(new URL(value).pathname),
  'an address with nothing behind the port but the number of a database, such as redis://localhost:6379/2',
);

const directly = checked(
  list,
  (entries) => entries.every(isException),
  'a comma-separated list of hosts, addresses and networks, such as minio,.internal.example,10.0.0.0/8, without scheme',
);

// As other programs take it, the address may lack its protocol.
const proxyAddress: Reader<string> = (given) => {
  const value = given.trim();
  return address('http:', 'https:')(value.includes('://') ? value : `http://${value}`);
};

// As S3 allows them.
const bucketName = checked(
  text,
  (value) => /^(?!.*\.\.)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value) && isIP(value) === 0,
  'the name of a bucket: 3 to 63 small letters, digits, dots and hyphens, with a letter or digit at both ends',
);

const SOCKET = /^(?:(?<host>[\w.-]+|\[[\da-f:.]+\]):)?(?<port>\d{1,5})$/i;

function isPort(port: string | undefined): boolean {
  return Number(port) > 0 && Number(port) <= 65535;
}

const socketText = checked(
  text,
  (value) => isPort(SOCKET.exec(value)?.groups?.['port']),
  'a port from 1 to 65535, or an address and a port such as 0.0.0.0:9464',
);
// A port alone is for this machine only.
const socket: Reader<{ host: string; port: number }> = (given) => {
  const { host = '127.0.0.1', port } = SOCKET.exec(socketText(given))!.groups!;
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
};

const NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** An address, one with the length of its network or its mask, or the name of well-known networks. */
function isProxy(given: string): boolean {
  const [ip = '', mask, ...more] = given.split('/');
  const version = isIP(ip);
  if (NETWORKS.includes(given)) return true;
  if (version === 0 || more.length > 0) return false;
  const isLength = /^\d{1,3}$/.test(mask ?? '0') && Number(mask ?? 0) <= (version === 4 ? 32 : 128);
  return isLength || isIP(mask ?? '') === version;
}

// Express understands these forms of `trust proxy`; "true" would trust anybody's X-Forwarded-For.
const proxies = checked(
  checked(
    text,
    (value) => value !== 'true',
    'the number of proxies in front or their addresses, since "true" would believe any client',
  ),
  (value) => value === 'false' || /^\d{1,2}$/.test(value) || value.split(',').every((each) => isProxy(each.trim())),
  `false, the number of proxies in front, or the addresses of the proxies, comma-separated (also ${NETWORKS.join(', ')})`,
);
const trustProxy: Reader<false | number | string> = (given) => {
  const value = proxies(given);
  if (value === 'false') return false;
  return /^\d+$/.test(value) ? Number(value) : value;
};

// The format of Node's resolver: an IP address, with a port unless it is 53; IPv6 with a port is in brackets.
function isNameServer(server: string): boolean {
  const parts = /^(?:(?<v4>[\d.]+)|\[(?<v6>.+)\])(?::(?<port>\d{1,5}))?$/.exec(server)?.groups ?? {};
  const { v4 = '', v6 = '', port = '53' } = parts;
  return isIP(server) > 0 || ((isIP(v4) === 4 || isIP(v6) === 6) && isPort(port));
}

// Passwords are not trimmed.
const password = checked(
  checked(
    (given: string) => given,
    (value) => lengthOf(value) >= PASSWORD_MIN,
    `at least ${PASSWORD_MIN} characters`,
  ),
  (value) => lengthOf(value) <= PASSWORD_MAX,
  `at most ${PASSWORD_MAX} characters`,
);

const SENDER = /^(?:(?<name>[^<>"\\]*)<(?<address>[^<>]+)>|(?<plain>\S+))$/u;

/** `name@example.com`, or with a name in front: `Bright Agency <review@example.com>`. */
const sender: Reader<{ name: string; address: string }> = (given) => {
  const parts = SENDER.exec(given.trim())?.groups;
  const mailAddress = (parts?.['address'] ?? parts?.['plain'] ?? '').trim();
  const name = parts?.['name']?.trim() ?? '';
  if (!isEmailAddress(mailAddress) || /\p{Cc}/u.test(name))
    throw new NotAllowed('an e-mail address, such as review@example.com or Bright Agency <review@example.com>');
  return { name, address: mailAddress };
};

/** Longest text of a button. */
const BUTTON_MAX = 60;

/** Fewer would let a page's requests wait for each other. */
export const POOL_MIN = 4;

/** The address of a mail server; its query may only say that a password is sent without TLS where the server has none. */
const mailServer = checked(
  checked(
    address('smtp:', 'smtps:'),
    (value) => ['', '?insecure=1'].includes(new URL(value).search),
    'an address such as smtp://user:password@smtp.example.com:587, with ?insecure=1 behind it if the password is to be sent without TLS',
  ),
  // There the client speaks first (RFC 8314): each would wait for the other.
  (value) => !(value.toLowerCase().startsWith('smtp:') && new URL(value).port === '465'),
  'the address of port 465, on which servers speak TLS from the start: begin it with smtps://',
);

/** What each variable is read by. */
export const READERS = {
  NODE_ENV: oneOf('production', 'development', 'test'),
  DATABASE_URL: databaseAddress,
  DATABASE_POOL: wholeNumber(POOL_MIN, 200),
  REDIS_URL: redisAddress,
  S3_ENDPOINT: storageOrigin,
  S3_BUCKET: bucketName,
  S3_ACCESS_KEY: word,
  S3_SECRET_KEY: word,
  S3_REGION: word,
  OPENAI_API_KEY: word,
  OPENAI_BASE_URL: base,
  OPENAI_MODEL: line,
  SMTP_URL: mailServer,
  MAIL_FROM: sender,
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: word,
  OIDC_CLIENT_SECRET: word,
  OIDC_NAME: checked(line, (value) => lengthOf(value) <= BUTTON_MAX, `one line of at most ${BUTTON_MAX} characters`),
  OIDC_DOMAINS: domains,
  OIDC_ROLE: oneOf(...ROLES),
  OIDC_SCOPE: scopeWords,
  PORT: wholeNumber(0, 65535),
  HOST: checked(text, isHost, 'an IP address or the name of a host to listen on'),
  DATA_DIR: checked(text, (value) => !value.includes('\0'), 'the path of a folder'),
  PUBLIC_URL: publicOrigin,
  TRUST_PROXY: trustProxy,
  ADMIN_EMAIL: checked(text, (value) => value === 'admin@localhost' || isEmailAddress(value), 'an e-mail address'),
  ADMIN_NAME: checked(line, (value) => lengthOf(value) <= NAME_MAX, `at most ${NAME_MAX} characters`),
  ADMIN_PASSWORD: password,
  SESSION_SECRET: checked(text, (value) => value.length >= 16, 'at least 16 characters'),
  MAIN_HOSTS: hosts,
  HTTP_PROXY: proxyAddress,
  HTTPS_PROXY: proxyAddress,
  NO_PROXY: directly,
  SERVER_IP: checked(text, (value) => isIP(value) > 0, 'an IP address'),
  DNS_SERVERS: checked(
    list,
    (servers) => servers.length > 0 && servers.every(isNameServer),
    'a comma-separated list of IP addresses, each with a port where it is not 53',
  ),
  SCAN_EXCEPTIONS: checked(
    list,
    (pairs) => pairs.every((pair) => /^(\[[\da-f:.]+\]|[\w.-]+):\d{1,5}$/.test(pair)),
    'a comma-separated list of host:port',
  ),
  WORKERS: wholeNumber(0, 64),
  WORKER_CONCURRENCY: wholeNumber(1, 256),
  CAPTIONS_PER_MOMENT: wholeNumber(1, 30),
  AUDIT_DAYS: wholeNumber(0, 36_500),
  AI_TIMEOUT_MS: wholeNumber(1, 3_600_000),
  AI_MAX_PER_MINUTE: wholeNumber(1, 1_000_000),
  LOG_LEVEL: oneOf('error', 'warn', 'info', 'debug'),
  METRICS: socket,
  ROLES: checked(
    list as Reader<ProcessRole[]>,
    (roles) => roles.length > 0 && roles.every((role) => PROCESS_ROLES.includes(role)),
    'api, worker, or api,worker',
  ),
};
