import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { hostName } from './contract/host-name.js';
import { isException, proxyFor, type Proxies } from './platform/http/proxies.js';
import { messageOf, OperatorError } from './platform/operator-error.js';
import { isEmailAddress } from './contract/email.js';
import { PASSWORD_MAX, PASSWORD_MIN } from './contract/limits.js';
import { lengthOf } from './contract/texts.js';

/** The product's configuration; docs/configuration.md explains each variable. Only this file reads process.env. */

const ROLES = ['api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

/** Reads the value of a variable from its text. @throws NotAllowed */
type Reader<T> = (given: string) => T;

/** Its message says what is allowed. */
class NotAllowed extends Error {}

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
  const isAddress = (value: string) => URL.canParse(value) && protocols.includes(new URL(value).protocol);
  return checked(
    text,
    isAddress,
    `an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
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

// A key in the address would be sent to it in no form that providers know.
const base = checked(
  address('http:', 'https:'),
  (value) => new URL(value).username === '' && new URL(value).password === '',
  'an address without a user and a password (the key is named by OPENAI_API_KEY)',
);

// The driver checks the certificate in each of these modes, and warns in several lines of all but the last.
const databaseAddress: Reader<string> = (given) => {
  const value = address('postgres:', 'postgresql:')(given);
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
  return value === 'false' ? false : /^\d+$/.test(value) ? Number(value) : value;
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

/** Fewer would let a page's requests wait for each other. */
export const POOL_MIN = 4;

/** The address of a mail server; its query may only say that a password is sent without TLS where the server has none. */
const mailServer = checked(
  address('smtp:', 'smtps:'),
  (value) => ['', '?insecure=1'].includes(new URL(value).search),
  'an address such as smtp://user:password@smtp.example.com:587, with ?insecure=1 behind it if the password is to be sent without TLS',
);

/** Whether a host is this machine. */
function isOwnHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '');
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

/** How mails are sent: with a user, to another machine, only over TLS, unless the address ends with `?insecure=1`. */
function mailOf(smtpUrl: string, from: { name: string; address: string }) {
  const url = new URL(smtpUrl);
  const needsTls = url.username !== '' && !isOwnHost(url.hostname) && url.protocol === 'smtp:';
  const tls = url.search === '' ? ('required' as const) : ('waived' as const);
  return { smtpUrl, from, ...(needsTls && { tls }) };
}

const READERS = {
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
  PORT: wholeNumber(0, 65535),
  HOST: checked(text, isHost, 'an IP address or the name of a host to listen on'),
  DATA_DIR: checked(text, (value) => !value.includes('\0'), 'the path of a folder'),
  PUBLIC_URL: publicOrigin,
  TRUST_PROXY: trustProxy,
  ADMIN_EMAIL: checked(text, (value) => value === 'admin@localhost' || isEmailAddress(value), 'an e-mail address'),
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
  AI_TIMEOUT_MS: wholeNumber(1, 3_600_000),
  AI_MAX_PER_MINUTE: wholeNumber(1, 1_000_000),
  LOG_LEVEL: oneOf('error', 'warn', 'info', 'debug'),
  METRICS: socket,
  ROLES: checked(
    list as Reader<Role[]>,
    (roles) => roles.length > 0 && roles.every((role) => ROLES.includes(role)),
    'api, worker, or api,worker',
  ),
};

type Variable = keyof typeof READERS;
type Given = { [Name in Variable]?: string };
type Values = { [Name in Variable]?: ReturnType<(typeof READERS)[Name]> };

/** Names of all variables that the product reads. */
/** Characters of the secret of a new installation; one that exists goes on with what it has. */
export const SECRET_MIN = 32;

export const VARIABLES = Object.keys(READERS) as Variable[];

/** Whether NODE_ENV is `production`. Works with a configuration that is wrong otherwise. */
export function isProduction(env: NodeJS.ProcessEnv = process.env): boolean {
  return env.NODE_ENV?.trim() === 'production';
}

/** The environment for a program that is not ours: no secret of ours, nothing that changes its behaviour. */
export function programEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return { PATH: env.PATH, LC_ALL: 'C' };
}

/**
 * The environment for a process of ours: this one's, with these values in place of its own. A value replaces `NAME_FILE`
 * as well, since a variable and its file are refused together.
 */
export function childEnvironment(values: NodeJS.ProcessEnv, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const files = Object.keys(values).map((name) => [`${name}_FILE`, undefined]);
  return { ...env, ...Object.fromEntries(files), ...values };
}

/** The folder from which a person called: npm goes to the project's own before it runs a program. */
export function callersFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.INIT_CWD ?? process.cwd();
}

/** Raised with one line per wrong variable. */
export class ConfigError extends OperatorError {}

export type Config = Readonly<ReturnType<typeof loadConfig>>;

/**
 * Reads and checks the configuration, and removes ADMIN_PASSWORD from the environment, so that no child process inherits it.
 * Each variable may be given as `NAME_FILE` instead: the path of a file that holds the value, such as a Docker secret.
 * @throws ConfigError naming each wrong variable, what was given and what is allowed
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env) {
  const given = givenValues(env);
  delete env['ADMIN_PASSWORD'];
  delete env['ADMIN_PASSWORD_FILE'];
  const value = valuesOf(given);
  checkTogether(value);
  const waysOut: Proxies = { http: value.HTTP_PROXY, https: value.HTTPS_PROXY, except: value.NO_PROXY ?? [] };
  return Object.freeze({
    production: value.NODE_ENV === 'production',
    databaseUrl: value.DATABASE_URL,
    /** Connections that one process keeps at most for requests and runs; the queue and events have their own. */
    databasePool: value.DATABASE_POOL ?? 20,
    redisUrl: value.REDIS_URL,
    s3: value.S3_ENDPOINT
      ? {
          endpoint: value.S3_ENDPOINT,
          ...wayTo(value.S3_ENDPOINT, waysOut),
          bucket: value.S3_BUCKET!,
          accessKey: value.S3_ACCESS_KEY!,
          secretKey: value.S3_SECRET_KEY!,
          region: value.S3_REGION ?? 'us-east-1',
        }
      : undefined,
    /** Set when a provider is configured; otherwise the built-in one drafts. */
    openai:
      value.OPENAI_API_KEY || value.OPENAI_BASE_URL
        ? {
            apiKey: value.OPENAI_API_KEY,
            baseUrl: value.OPENAI_BASE_URL,
            ...wayTo(value.OPENAI_BASE_URL ?? 'https://api.openai.com', waysOut),
            model: value.OPENAI_MODEL ?? 'gpt-4o-mini',
          }
        : undefined,
    /** Set when mails are sent; otherwise they stay in the outbox. */
    mail: value.SMTP_URL ? mailOf(value.SMTP_URL, value.MAIL_FROM!) : undefined,
    port: value.PORT ?? 3000,
    host: value.HOST ?? '0.0.0.0',
    /** Absolute path. */
    dataDir: resolve(value.DATA_DIR ?? './.data'),
    publicUrl: value.PUBLIC_URL,
    trustProxy: value.TRUST_PROXY ?? false,
    adminEmail: value.ADMIN_EMAIL?.toLowerCase(),
    adminPassword: value.ADMIN_PASSWORD,
    sessionSecret: value.SESSION_SECRET,
    mainHosts: (value.MAIN_HOSTS ?? []).map(hostName),
    /** Proxies to websites. */
    proxies: waysOut,
    /** The IP address that agencies' domains must point to. */
    serverIp: value.SERVER_IP ?? firstExternalIPv4(),
    /** Name servers that domains are looked up at; otherwise those of the system. */
    dnsServers: value.DNS_SERVERS,
    /** `host:port` pairs that the website scan may read although private; for tests. */
    scanExceptions: value.SCAN_EXCEPTIONS ?? [],
    workers: value.WORKERS ?? 1,
    workerConcurrency: value.WORKER_CONCURRENCY ?? 4,
    captionsPerMoment: value.CAPTIONS_PER_MOMENT ?? 1,
    aiTimeoutMs: value.AI_TIMEOUT_MS ?? 60_000,
    aiMaxPerMinute: value.AI_MAX_PER_MINUTE,
    logLevel: value.LOG_LEVEL ?? 'info',
    /** Address at which this process serves its metrics; the workers of `npm start` use the following ports. */
    metrics: value.METRICS,
    roles: value.ROLES ?? [...ROLES],
  });
}

/** The address of the proxy that leads to a server, if one does. */
function wayTo(server: string, waysOut: Proxies): { proxy?: string | undefined } {
  return { proxy: proxyFor(server, waysOut) };
}

const PROXIES: readonly string[] = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];

/** A blank variable is unset. Those of proxies may be in small letters, as other programs read them. */
function variableOf(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const names = PROXIES.includes(name) ? [name, name.toLowerCase()] : [name];
  return names.map((each) => env[each]).find((value) => value?.trim());
}

function givenValues(env: NodeJS.ProcessEnv): Given {
  const given: Given = {};
  const errors: string[] = [];
  for (const name of VARIABLES) {
    const value = variableOf(env, name);
    const file = env[`${name}_FILE`]?.trim();
    if (file && value !== undefined) errors.push(`${name}_FILE: set, but ${name} is set too: set only one of them`);
    try {
      given[name] = file ? contentOf(file) : value;
    } catch (error) {
      errors.push(`${name}_FILE: got "${inOneLine(file!)}", which cannot be read (${inOneLine(messageOf(error))})`);
    }
  }
  if (errors.length > 0) throw new ConfigError(errors.join('\n'));
  return given;
}

/** The text of a file without the line break at its end. An empty file is refused: a secret that is missing, not unset. */
function contentOf(file: string): string {
  const content = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  if (content.trim() === '') throw new Error('it is empty');
  return content;
}

/** Without control characters, and cut off: an error is one line. */
function inOneLine(value: string): string {
  const plain = value.replace(/\p{Cc}/gu, ' ');
  return plain.length > 200 ? `${plain.slice(0, 200)}…` : plain;
}

function valuesOf(given: Given): Values {
  const values: Record<string, unknown> = {};
  const errors: string[] = [];
  for (const name of VARIABLES) {
    const one = given[name];
    if (one === undefined) continue;
    try {
      values[name] = READERS[name](one);
    } catch (error) {
      if (!(error instanceof NotAllowed)) throw error;
      const isSecret = /SECRET|PASSWORD|KEY|_URL|HTTPS?_PROXY/.test(name) && name !== 'PUBLIC_URL';
      const shown = isSecret ? 'a value that is not' : `"${inOneLine(one)}", which is not`;
      errors.push(`${name}: got ${shown} ${error.message}`);
    }
  }
  if (errors.length > 0) throw new ConfigError(errors.join('\n'));
  return values;
}

function checkTogether(value: Values): void {
  if (value.S3_ENDPOINT) {
    const missing = (['S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const).filter((name) => !value[name]);
    if (missing.length) throw new ConfigError(`${missing.join(', ')}: not set, but S3_ENDPOINT is and needs them`);
  }
  if (value.SMTP_URL && !value.MAIL_FROM) throw new ConfigError('MAIL_FROM: not set, but SMTP_URL is and needs it');
  if (value.NODE_ENV === 'production' && value.SCAN_EXCEPTIONS?.length) {
    throw new ConfigError(
      'SCAN_EXCEPTIONS: set, but it is for tests only, and with NODE_ENV=production no private website may be read',
    );
  }
  if (value.NODE_ENV === 'production' && value.DATABASE_URL && !value.SESSION_SECRET) {
    throw new ConfigError(
      `SESSION_SECRET: not set, but with NODE_ENV=production and DATABASE_URL every process needs the same secret of at least ${SECRET_MIN} characters`,
    );
  }
}

function firstExternalIPv4(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return addresses.find((entry) => entry.family === 'IPv4' && !entry.internal)?.address ?? '127.0.0.1';
}
