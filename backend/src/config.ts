import { existsSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isOwnHost, NotAllowed, PROCESS_ROLES, READERS } from './config-values.js';
import { hostName } from './contract/host-name.js';
import { proxyFor, type Proxies } from './platform/http/proxies.js';
import { messageOf, OperatorError } from './platform/operator-error.js';

/** The product's configuration; docs/configuration.md explains each variable. Only this file reads process.env. */
type Variable = keyof typeof READERS;
type Given = { [Name in Variable]?: string };
type Values = { [Name in Variable]?: ReturnType<(typeof READERS)[Name]> };

/** Characters of the secret of a new installation; one that exists goes on with what it has. */
export const SECRET_MIN = 32;

/** Names of all variables that the product reads. */
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

/**
 * Adds what a file `.env` in the folder of this process sets to the environment, which wins.
 * @throws ConfigError if it is no text in UTF-8: Node.js would read other variables than those that a person sees in it
 */
export function readEnvFile(env: NodeJS.ProcessEnv = process.env): void {
  if (!existsSync('.env')) return;
  let content: string;
  try {
    // Leaves out a mark at the beginning, which would belong to the name of the first variable.
    content = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync('.env'));
  } catch (error) {
    throw new ConfigError(`.env: cannot be read (${inOneLine(messageOf(error))}): save it as a file of text in UTF-8`);
  }
  if (content.includes('\0')) throw new ConfigError('.env: is not a file of text in UTF-8: save it as one');
  for (const [name, value] of Object.entries(parseEnv(content))) env[name] ??= value;
}

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
    /** Set when members of staff may sign in by a provider of OpenID Connect. */
    singleSignOn: value.OIDC_ISSUER
      ? {
          issuer: value.OIDC_ISSUER,
          clientId: value.OIDC_CLIENT_ID!,
          clientSecret: value.OIDC_CLIENT_SECRET!,
          /** The text of the button. */
          name: value.OIDC_NAME ?? 'Sign in with single sign-on',
          /** Domains of e-mail addresses of which unknown people become members of staff. */
          domains: value.OIDC_DOMAINS ?? [],
          /** Of these people. */
          role: value.OIDC_ROLE ?? ('viewer' as const),
          /** Theirs as well, in the words of `users/scope-words.ts`. */
          scope: value.OIDC_SCOPE ?? ['none'],
        }
      : undefined,
    port: value.PORT ?? 3000,
    host: value.HOST ?? '0.0.0.0',
    /** Absolute path. */
    dataDir: resolve(value.DATA_DIR ?? './.data'),
    publicUrl: value.PUBLIC_URL,
    trustProxy: value.TRUST_PROXY ?? false,
    adminEmail: value.ADMIN_EMAIL?.toLowerCase(),
    adminName: value.ADMIN_NAME,
    adminPassword: value.ADMIN_PASSWORD,
    sessionSecret: value.SESSION_SECRET,
    mainHosts: (value.MAIN_HOSTS ?? []).map(hostName),
    /** Proxies to websites, and to the provider of single sign-on. */
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
    /** Days for which entries of the audit log are kept; 0 keeps all. */
    auditDays: value.AUDIT_DAYS ?? 365,
    aiTimeoutMs: value.AI_TIMEOUT_MS ?? 60_000,
    aiMaxPerMinute: value.AI_MAX_PER_MINUTE,
    logLevel: value.LOG_LEVEL ?? 'info',
    /** Address at which this process serves its metrics; the workers of `npm start` use the following ports. */
    metrics: value.METRICS,
    roles: value.ROLES ?? [...PROCESS_ROLES],
  });
}

/** The address of the proxy that leads to a server, if one does. */
function wayTo(server: string, waysOut: Proxies): { proxy?: string | undefined } {
  return { proxy: proxyFor(server, waysOut) };
}

/** How mails are sent: with a user, to another machine, only over TLS, unless the address ends with `?insecure=1`. */
function mailOf(smtpUrl: string, from: { name: string; address: string }) {
  const url = new URL(smtpUrl);
  const needsTls = url.username !== '' && !isOwnHost(url.hostname) && url.protocol === 'smtp:';
  const tls = url.search === '' ? ('required' as const) : ('waived' as const);
  return { smtpUrl, from, ...(needsTls && { tls }) };
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
  if (value.OIDC_ISSUER) {
    const missing = (['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const).filter((name) => !value[name]);
    if (missing.length) throw new ConfigError(`${missing.join(', ')}: not set, but OIDC_ISSUER is and needs them`);
    if (value.OIDC_ROLE === 'admin' && value.OIDC_SCOPE?.join() !== 'all') {
      throw new ConfigError('OIDC_SCOPE: is not all, but OIDC_ROLE is admin, and an admin sees all clients');
    }
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
