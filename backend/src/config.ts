import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { hostName } from './contract/host-name.js';
import { messageOf, OperatorError } from './platform/operator-error.js';
import { PASSWORD_MAX, PASSWORD_MIN } from './contract/limits.js';
import { lengthOf } from './contract/texts.js';

/** The product's configuration; docs/configuration.md explains each variable. Only this file reads process.env. */

const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
const ROLES = ['api', 'worker'] as const;
type Role = (typeof ROLES)[number];

const text = z.string().trim();
const list = text.transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean),
);

function wholeNumber(min: number, max: number) {
  return text
    .refine((value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: `a whole number from ${min} to ${max}`,
    })
    .transform(Number);
}

function address(...protocols: string[]) {
  return text.refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });
}

// Without a path, which a client of S3 would drop in silence: the bucket has a variable of its own.
const origin = address('http:', 'https:').refine((value) => new URL(value).href === `${new URL(value).origin}/`, {
  error: 'an address without a path, such as https://s3.example.com (the bucket is named by S3_BUCKET)',
});

// As S3 allows them.
const bucketName = text.refine(
  (value) => /^(?!.*\.\.)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value) && isIP(value) === 0,
  {
    error: 'the name of a bucket: 3 to 63 small letters, digits, dots and hyphens, with a letter or digit at both ends',
  },
);

const SOCKET = /^(?:(?<host>[\w.-]+|\[[\da-f:.]+\]):)?(?<port>\d{1,5})$/i;

function isPort(port: string | undefined): boolean {
  return Number(port) > 0 && Number(port) <= 65535;
}

// A port alone is for this machine only.
const socket = text
  .refine((value) => isPort(SOCKET.exec(value)?.groups?.['port']), {
    error: 'a port from 1 to 65535, or an address and a port such as 0.0.0.0:9464',
  })
  .transform((value) => {
    const { host = '127.0.0.1', port } = SOCKET.exec(value)!.groups!;
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  });

// Express understands these forms of `trust proxy`; "true" would trust anybody's X-Forwarded-For.
const trustProxy = text
  .refine((value) => value === 'false' || /^\d{1,2}$/.test(value) || /^[\da-f.:/, a-z]+$/i.test(value), {
    error: 'false, the number of proxies in front, or the addresses of the proxies',
  })
  .refine((value) => value !== 'true', {
    error: 'the number of proxies in front or their addresses, since "true" would believe any client',
  })
  .transform((value) => (value === 'false' ? false : /^\d+$/.test(value) ? Number(value) : value));

// The format of Node's resolver: an IP address, with a port unless it is 53; IPv6 with a port is in brackets.
function isNameServer(server: string): boolean {
  const parts = /^(?:(?<v4>[\d.]+)|\[(?<v6>.+)\])(?::(?<port>\d{1,5}))?$/.exec(server)?.groups ?? {};
  const { v4 = '', v6 = '', port = '53' } = parts;
  return isIP(server) > 0 || ((isIP(v4) === 4 || isIP(v6) === 6) && isPort(port));
}

const Variables = z.object({
  NODE_ENV: text.optional(),
  DATABASE_URL: address('postgres:', 'postgresql:').optional(),
  REDIS_URL: address('redis:', 'rediss:').optional(),
  S3_ENDPOINT: origin.optional(),
  S3_BUCKET: bucketName.optional(),
  S3_ACCESS_KEY: text.optional(),
  S3_SECRET_KEY: text.optional(),
  S3_REGION: text.default('us-east-1'),
  OPENAI_API_KEY: text.optional(),
  OPENAI_BASE_URL: address('http:', 'https:').optional(),
  OPENAI_MODEL: text.default('gpt-4o-mini'),
  PORT: wholeNumber(0, 65535).default(3000),
  HOST: text.default('0.0.0.0'),
  DATA_DIR: text.default('./.data'),
  PUBLIC_URL: address('http:', 'https:').optional(),
  TRUST_PROXY: trustProxy.default(false),
  ADMIN_EMAIL: text.pipe(z.email({ error: 'an e-mail address' }).or(z.literal('admin@localhost'))).optional(),
  // Passwords are not trimmed.
  ADMIN_PASSWORD: z
    .string()
    .refine((value) => lengthOf(value) >= PASSWORD_MIN, { error: `at least ${PASSWORD_MIN} characters` })
    .refine((value) => lengthOf(value) <= PASSWORD_MAX, { error: `at most ${PASSWORD_MAX} characters` })
    .optional(),
  SESSION_SECRET: text.min(16, { error: 'at least 16 characters' }).optional(),
  MAIN_HOSTS: list.optional(),
  SERVER_IP: text.refine((value) => isIP(value) > 0, { error: 'an IP address' }).optional(),
  DNS_SERVERS: list
    .refine((servers) => servers.length > 0 && servers.every(isNameServer), {
      error: 'a comma-separated list of IP addresses, each with a port where it is not 53',
    })
    .optional(),
  SCAN_EXCEPTIONS: list
    .refine((pairs) => pairs.every((pair) => /^(\[[\da-f:.]+\]|[\w.-]+):\d{1,5}$/.test(pair)), {
      error: 'a comma-separated list of host:port',
    })
    .optional(),
  WORKERS: wholeNumber(0, 64).default(1),
  WORKER_CONCURRENCY: wholeNumber(1, 256).default(4),
  CAPTIONS_PER_MOMENT: wholeNumber(1, 30).default(1),
  AI_TIMEOUT_MS: wholeNumber(1, 3_600_000).default(60_000),
  AI_MAX_PER_MINUTE: wholeNumber(1, 1_000_000).optional(),
  LOG_LEVEL: text.pipe(z.enum(LOG_LEVELS, { error: LOG_LEVELS.join(', ') })).default('info'),
  METRICS: socket.optional(),
  ROLES: list
    .refine((roles) => roles.length > 0 && roles.every((role) => (ROLES as readonly string[]).includes(role)), {
      error: 'api, worker, or api,worker',
    })
    .transform((roles) => roles as Role[])
    .optional(),
});

/** Names of all variables that the product reads. */
export const VARIABLES = Object.keys(Variables.shape);

/** Whether NODE_ENV says so, also where the rest of the configuration is wrong. */
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
  const parsed = Variables.safeParse(given);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => line(issue, given)).join('\n'));
  const value = parsed.data;
  checkTogether(value);
  return Object.freeze({
    production: value.NODE_ENV === 'production',
    databaseUrl: value.DATABASE_URL,
    redisUrl: value.REDIS_URL,
    s3: value.S3_ENDPOINT
      ? {
          endpoint: value.S3_ENDPOINT,
          bucket: value.S3_BUCKET!,
          accessKey: value.S3_ACCESS_KEY!,
          secretKey: value.S3_SECRET_KEY!,
          region: value.S3_REGION,
        }
      : undefined,
    /** Set when a provider is configured; otherwise the built-in one drafts. */
    openai:
      value.OPENAI_API_KEY || value.OPENAI_BASE_URL
        ? { apiKey: value.OPENAI_API_KEY ?? 'none', baseUrl: value.OPENAI_BASE_URL, model: value.OPENAI_MODEL }
        : undefined,
    port: value.PORT,
    host: value.HOST,
    /** Absolute path. */
    dataDir: resolve(value.DATA_DIR),
    publicUrl: value.PUBLIC_URL,
    trustProxy: value.TRUST_PROXY,
    adminEmail: value.ADMIN_EMAIL?.toLowerCase(),
    adminPassword: value.ADMIN_PASSWORD,
    sessionSecret: value.SESSION_SECRET,
    mainHosts: (value.MAIN_HOSTS ?? []).map(hostName),
    /** The IP address that agencies' domains must point to. */
    serverIp: value.SERVER_IP ?? firstExternalIPv4(),
    /** Name servers that domains are looked up at; otherwise those of the system. */
    dnsServers: value.DNS_SERVERS,
    /** `host:port` pairs that the website scan may read although private; for tests. */
    scanExceptions: value.SCAN_EXCEPTIONS ?? [],
    workers: value.WORKERS,
    workerConcurrency: value.WORKER_CONCURRENCY,
    captionsPerMoment: value.CAPTIONS_PER_MOMENT,
    aiTimeoutMs: value.AI_TIMEOUT_MS,
    aiMaxPerMinute: value.AI_MAX_PER_MINUTE,
    logLevel: value.LOG_LEVEL,
    /** Address at which this process serves its metrics; the workers of `npm start` use the following ports. */
    metrics: value.METRICS,
    roles: value.ROLES ?? [...ROLES],
  });
}

function givenValues(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const given: Record<string, string | undefined> = {};
  const errors: string[] = [];
  for (const name of VARIABLES) {
    const value = env[name]?.trim() ? env[name] : undefined;
    const file = env[`${name}_FILE`]?.trim();
    if (file && value !== undefined) errors.push(`${name}_FILE: set, but ${name} is set too: set only one of them`);
    try {
      given[name] = file ? contentOf(file) : value;
    } catch (error) {
      errors.push(`${name}_FILE: got "${file}", which cannot be read (${messageOf(error)})`);
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

function line(issue: z.core.$ZodIssue, given: Record<string, string | undefined>): string {
  const name = String(issue.path[0]);
  const shown = /SECRET|PASSWORD|KEY|_URL/.test(name) ? 'a value that is not' : `"${given[name]}", which is not`;
  return `${name}: got ${shown} ${issue.message}`;
}

function checkTogether(value: z.infer<typeof Variables>): void {
  if (value.S3_ENDPOINT) {
    const missing = (['S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const).filter((name) => !value[name]);
    if (missing.length) throw new ConfigError(`${missing.join(', ')}: not set, but S3_ENDPOINT is and needs them`);
  }
  if (value.NODE_ENV === 'production' && value.SCAN_EXCEPTIONS?.length) {
    throw new ConfigError(
      'SCAN_EXCEPTIONS: set, but it is for tests only, and with NODE_ENV=production no private website may be read',
    );
  }
  if (value.NODE_ENV === 'production' && value.DATABASE_URL && !value.SESSION_SECRET) {
    throw new ConfigError(
      'SESSION_SECRET: not set, but with NODE_ENV=production and DATABASE_URL every process needs the same secret of at least 16 characters',
    );
  }
}

function firstExternalIPv4(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return addresses.find((entry) => entry.family === 'IPv4' && !entry.internal)?.address ?? '127.0.0.1';
}
