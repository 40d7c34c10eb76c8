import { Resolver } from 'node:dns';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { childEnvironment, ConfigError, loadConfig, VARIABLES } from './config.js';

describe('loadConfig', () => {
  it('needs no variable: the default is the embedded product', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      port: 3000,
      workers: 1,
      workerConcurrency: 4,
      captionsPerMoment: 1,
      aiTimeoutMs: 60000,
    });
    expect(config.databaseUrl).toBeUndefined();
    expect(config.redisUrl).toBeUndefined();
    expect(config.s3).toBeUndefined();
    expect(config.openai).toBeUndefined();
    expect(config.mail).toBeUndefined();
  });

  it.each([
    ['PORT', 'abc', 'PORT: got "abc", which is not a whole number from 0 to 65535'],
    ['WORKERS', '-1', 'WORKERS: got "-1", which is not a whole number from 0 to 64'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL: got "loud", which is not error, warn, info, debug'],
    ['SERVER_IP', 'example.com', 'SERVER_IP: got "example.com", which is not an IP address'],
    ['ROLES', 'api,cook', 'ROLES: got "api,cook", which is not api, worker, or api,worker'],
    [
      'DATABASE_URL',
      'mysql://x',
      'DATABASE_URL: got a value that is not an address that starts with postgres:// or postgresql://',
    ],
    [
      'OPENAI_BASE_URL',
      'api.openai.com/v1',
      'OPENAI_BASE_URL: got a value that is not an address that starts with http:// or https://',
    ],
    [
      'OPENAI_BASE_URL',
      'https://me:secret@ai.example.com/v1',
      'OPENAI_BASE_URL: got a value that is not an address without a user and a password (the key is named by OPENAI_API_KEY)',
    ],
    [
      'OPENAI_API_KEY',
      'sk-1\nsk-2',
      'OPENAI_API_KEY: got a value that is not letters, digits and signs of ASCII without spaces',
    ],
    [
      'DATABASE_URL',
      'postgres://gmb:a/b#c@db.example.com/gmb',
      'DATABASE_URL: got a value that is not one address: in a user or a password the signs @ : / ? # % are written as %40 %3A %2F %3F %23 %25',
    ],
    [
      'REDIS_URL',
      'redis://:a/b@redis:6379',
      'REDIS_URL: got a value that is not one address: in a user or a password the signs @ : / ? # % are written as %40 %3A %2F %3F %23 %25',
    ],
    [
      'SMTP_URL',
      'smtp://me:pass@smtp.example.com:465',
      'SMTP_URL: got a value that is not the address of port 465, on which servers speak TLS from the start: begin it with smtps://',
    ],
    [
      'SCAN_EXCEPTIONS',
      'shop.test',
      'SCAN_EXCEPTIONS: got "shop.test", which is not a comma-separated list of host:port',
    ],
    [
      'METRICS',
      'true',
      'METRICS: got "true", which is not a port from 1 to 65535, or an address and a port such as 0.0.0.0:9464',
    ],
    [
      'TRUST_PROXY',
      'true',
      'TRUST_PROXY: got "true", which is not the number of proxies in front or their addresses, since "true" would believe any client',
    ],
  ])('refuses %s=%s in one line that names variable, value and what is allowed', (name, value, line) => {
    expect(() => loadConfig({ [name]: value })).toThrow(new ConfigError(line));
  });

  it.each([
    ['a space in the name', 'postgres://me:a%2Fb@db/a b', 'postgres://me:a%2Fb@db/a%20b'],
    [
      'the folder of a socket behind it',
      'postgresql://me:pass@/gmb?host=/cloudsql/one:two',
      'postgresql://me:pass@localhost/gmb?host=/cloudsql/one:two',
    ],
  ])('takes the address of a database with %s', (_what, given, taken) => {
    expect(loadConfig({ DATABASE_URL: given }).databaseUrl).toBe(taken);
  });

  it.each([
    ['review@example.com', { name: '', address: 'review@example.com' }],
    [' Bright Agency <review@example.com> ', { name: 'Bright Agency', address: 'review@example.com' }],
  ])('sends mails from MAIL_FROM=%s', (given, from) => {
    const smtpUrl = 'smtps://user:secret@smtp.example.com';
    expect(loadConfig({ SMTP_URL: smtpUrl, MAIL_FROM: given }).mail).toEqual({ smtpUrl, from });
  });

  it.each([
    'nobody',
    'A <nobody>',
    'A <a@b.example>\r\nBcc: c@d.example',
    'a@b.example, c@d.example',
    '"A" <a@b.example>',
  ])('refuses MAIL_FROM=%j', (given) =>
    expect(() => loadConfig({ MAIL_FROM: given })).toThrow('which is not an e-mail address'),
  );

  it('takes an AI provider by its key, by its address, or by both', () => {
    const baseUrl = 'https://me.openai.azure.com/openai/deployments/gpt-4o?api-version=2024-10-21';
    const model = 'gpt-4o-mini';
    expect(loadConfig({ OPENAI_API_KEY: 'sk-1' }).openai).toEqual({ apiKey: 'sk-1', model });
    expect(loadConfig({ OPENAI_BASE_URL: baseUrl }).openai).toEqual({ baseUrl, model });
  });

  it.each([
    ['smtp://user:secret@smtp.example.com:587', 'required'],
    ['smtp://user:secret@smtp.example.com:587?insecure=1', 'waived'],
    ['smtps://user:secret@smtp.example.com', undefined],
    ['smtp://smtp.example.com', undefined],
    ['smtp://user:secret@localhost', undefined],
    ['smtp://user:secret@127.0.0.2', undefined],
    ['smtp://user:secret@[::1]:25', undefined],
  ])('sends a password to another machine over TLS alone: %s', (smtpUrl, tls) => {
    expect(loadConfig({ SMTP_URL: smtpUrl, MAIL_FROM: 'review@example.com' }).mail?.tls).toBe(tls);
  });

  it.each(['smtp://localhost?insecure=yes', 'smtp://localhost?secure=1'])('refuses SMTP_URL=%s', (value) => {
    expect(() => loadConfig({ SMTP_URL: value, MAIL_FROM: 'review@example.com' })).toThrow(
      /^SMTP_URL: got a value that is not an address such as/,
    );
  });

  it('needs an address that mails come from', () => {
    expect(() => loadConfig({ SMTP_URL: 'smtp://localhost' })).toThrow(
      'MAIL_FROM: not set, but SMTP_URL is and needs it',
    );
  });

  it('signs in by a provider whose address is set, with the least rights unless it says others', () => {
    const given = { OIDC_ISSUER: 'http://127.0.0.1:9000', OIDC_CLIENT_ID: 'gmb', OIDC_CLIENT_SECRET: 'hush' };
    expect(loadConfig({}).singleSignOn).toBeUndefined();
    expect(loadConfig(given).singleSignOn).toEqual({
      issuer: 'http://127.0.0.1:9000',
      clientId: 'gmb',
      clientSecret: 'hush',
      name: 'Sign in with single sign-on',
      domains: [],
      role: 'viewer',
      scope: ['none'],
    });
    expect(() => loadConfig({ OIDC_ISSUER: 'https://login.example.com' })).toThrow(
      'OIDC_CLIENT_ID, OIDC_CLIENT_SECRET: not set, but OIDC_ISSUER is and needs them',
    );
    expect(() => loadConfig({ ...given, OIDC_ROLE: 'admin' })).toThrow('OIDC_SCOPE: is not all');
    expect(loadConfig({ ...given, OIDC_ROLE: 'admin', OIDC_SCOPE: 'all' }).singleSignOn?.role).toBe('admin');
  });

  it('takes the first member of staff as the sign-in will ask for one', () => {
    expect(loadConfig({ ADMIN_EMAIL: 'Ada@Example.COM' }).adminEmail).toBe('ada@example.com');
    expect(loadConfig({ ADMIN_NAME: ' Ada Lovelace ' }).adminName).toBe('Ada Lovelace');
    expect(() => loadConfig({ ADMIN_NAME: 'x'.repeat(201) })).toThrow('is not at most 200 characters');
    expect(() => loadConfig({ ADMIN_PASSWORD: 'x'.repeat(201) })).toThrow(
      'ADMIN_PASSWORD: got a value that is not at most 200 characters',
    );
    expect(() => loadConfig({ ADMIN_PASSWORD: '🌷'.repeat(9) })).toThrow(
      'ADMIN_PASSWORD: got a value that is not at least 10 characters',
    );
    expect(loadConfig({ ADMIN_PASSWORD: '🌷'.repeat(200) }).adminPassword).toBe('🌷'.repeat(200));
  });

  it('takes the password of the first member of staff as it is, and out of the environment', () => {
    const env: NodeJS.ProcessEnv = { ADMIN_PASSWORD: ' with spaces ', ADMIN_EMAIL: ' ada@example.com ' };
    expect(loadConfig(env)).toMatchObject({ adminPassword: ' with spaces ', adminEmail: 'ada@example.com' });
    expect(env).toEqual({ ADMIN_EMAIL: ' ada@example.com ' });
    expect(loadConfig({ ADMIN_PASSWORD: ' ' }).adminPassword).toBeUndefined();
  });

  it.each([
    ['9464', { host: '127.0.0.1', port: 9464 }],
    ['0.0.0.0:9464', { host: '0.0.0.0', port: 9464 }],
    ['[::1]:9464', { host: '::1', port: 9464 }],
  ])('answers what it measures at METRICS=%s', (value, place) => {
    expect(loadConfig({ METRICS: value }).metrics).toEqual(place);
    expect(() => loadConfig({ METRICS: `${value}0` })).toThrow('METRICS: got');
  });

  it('names every wrong variable at once', () => {
    expect(() => loadConfig({ PORT: 'x', WORKERS: 'y' })).toThrow(/^PORT: .*\nWORKERS: /);
  });

  it.each([
    [
      'S3_ENDPOINT',
      'http://localhost:9000/media',
      /^S3_ENDPOINT: got "http:.*\/media", which is not an address without a path/,
    ],
    ['S3_ENDPOINT', 'https://s3.example.com/?x=1', /^S3_ENDPOINT: got .* which is not an address without a path/],
    [
      'S3_ENDPOINT',
      'localhost:9000',
      /^S3_ENDPOINT: got "localhost:9000", which is not an address that starts with http/,
    ],
    ...['My_Bucket', 'ab', 'a..b', '-ab', 'ab.', '10.0.0.1', 'a/b', 'x'.repeat(64)].map(
      (name) => ['S3_BUCKET', name, /^S3_BUCKET: got ".*", which is not the name of a bucket/] as const,
    ),
  ] as const)('refuses %s=%s', (name, value, message) => {
    const s3 = { S3_ENDPOINT: 'http://localhost:9000/', S3_BUCKET: 'media', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' };
    expect(loadConfig({ ...s3 }).s3).toMatchObject({ bucket: 'media' });
    expect(() => loadConfig({ ...s3, [name]: value })).toThrow(message);
  });

  it.each(['redis://localhost/queue', 'redis://localhost:6379/1/2', 'redis://localhost:6379/-1'])(
    'refuses REDIS_URL=%s, which names no database by its number',
    (value) => {
      expect(() => loadConfig({ REDIS_URL: value })).toThrow(
        /^REDIS_URL: got a value that is not an address with nothing/,
      );
      expect(loadConfig({ REDIS_URL: 'redis://localhost:6379/15' }).redisUrl).toBe('redis://localhost:6379/15');
    },
  );

  it.each(['prefer', 'require', 'verify-ca', 'verify-full'])('checks the certificate with sslmode=%s', (mode) => {
    const { databaseUrl } = loadConfig({ DATABASE_URL: `postgres://db/gmb?sslmode=${mode}&sslrootcert=/ca.pem` });
    expect(databaseUrl).toBe('postgres://db/gmb?sslmode=verify-full&sslrootcert=/ca.pem');
  });

  it('requires all S3 variables or none', () => {
    expect(() => loadConfig({ S3_ENDPOINT: 'http://localhost:9000', S3_BUCKET: 'media' })).toThrow(
      'S3_ACCESS_KEY, S3_SECRET_KEY: not set, but S3_ENDPOINT is and needs them',
    );
  });

  it('refuses production on a shared database without a shared session secret', () => {
    const env = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/gmb' };
    expect(() => loadConfig(env)).toThrow('SESSION_SECRET: not set');
    expect(loadConfig({ ...env, SESSION_SECRET: 'a secret long enough' }).production).toBe(true);
  });

  it('allows the website scan into private networks in tests only', () => {
    expect(loadConfig({}).scanExceptions).toEqual([]);
    const env = { SCAN_EXCEPTIONS: '127.0.0.1:8080, Shop.test:80,[::1]:8443' };
    expect(loadConfig(env).scanExceptions).toEqual(['127.0.0.1:8080', 'shop.test:80', '[::1]:8443']);
    expect(() => loadConfig({ ...env, NODE_ENV: 'production' })).toThrow(
      'SCAN_EXCEPTIONS: set, but it is for tests only, and with NODE_ENV=production no private website may be read',
    );
  });

  it.each(['ns.example.com', '127.0.0.1:70000', '127.0.0.1:0', '[127.0.0.1]:53', '[::1', '127.0.0.1 ::1', ','])(
    'refuses the name server %s',
    (server) => {
      expect(() => loadConfig({ DNS_SERVERS: server })).toThrow(
        `DNS_SERVERS: got "${server}", which is not a comma-separated list of IP addresses, each with a port where it is not 53`,
      );
    },
  );

  it('takes name servers with and without ports', () => {
    expect(loadConfig({}).dnsServers).toBeUndefined();
    const servers = ['127.0.0.1', '127.0.0.1:5353', '::1', '[2001:db8::1]:53', '[::1]'];
    expect(loadConfig({ DNS_SERVERS: servers.join(', ') }).dnsServers).toEqual(servers);
    new Resolver().setServers(servers);
  });

  it('treats a blank variable as unset, and trims values', () => {
    expect(loadConfig({ PORT: ' ', REDIS_URL: '' })).toMatchObject({ port: 3000, redisUrl: undefined });
    expect(loadConfig({ PORT: ' 80 ', LOG_LEVEL: 'debug\n' })).toMatchObject({ port: 80, logLevel: 'debug' });
  });
});

describe('a variable that is given as a file', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gmb-config-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function file(content: string): string {
    const path = join(folder, 'secret');
    writeFileSync(path, content);
    return path;
  }

  it.each(['\n', '\r\n', ''])('is read without the line break %j at its end', (end) => {
    const path = file(` a password of some length ${end}`);
    expect(loadConfig({ ADMIN_PASSWORD_FILE: path }).adminPassword).toBe(' a password of some length ');
    expect(loadConfig({ SESSION_SECRET_FILE: path }).sessionSecret).toBe('a password of some length');
  });

  it('may be any of them', () => {
    for (const name of VARIABLES) {
      const missing = join(folder, 'missing');
      expect(() => loadConfig({ [`${name}_FILE`]: missing })).toThrow(
        `${name}_FILE: got "${missing}", which cannot be read (ENOENT`,
      );
    }
  });

  it('is checked as any other value', () => {
    expect(() => loadConfig({ PORT_FILE: file('http\n') })).toThrow(
      new ConfigError('PORT: got "http", which is not a whole number from 0 to 65535'),
    );
  });

  it('stops the start when it is set both ways, cannot be read or is empty, with one line for each', () => {
    const env = { PORT: '80', PORT_FILE: file('81'), S3_SECRET_KEY_FILE: folder, REDIS_URL_FILE: ' ' };
    expect(() => loadConfig(env)).toThrow(
      /^S3_SECRET_KEY_FILE: got ".*", which cannot be read \(EISDIR: .*\)\nPORT_FILE: set, but PORT is set too: set only one of them$/,
    );
    const path = file('\n');
    expect(() => loadConfig({ DATABASE_URL_FILE: path })).toThrow(
      new ConfigError(`DATABASE_URL_FILE: got "${path}", which cannot be read (it is empty)`),
    );
  });

  it('is not inherited by child processes that get the value, and the first password by none at all', () => {
    const path = file('the secret of all processes');
    const env: NodeJS.ProcessEnv = { ADMIN_PASSWORD_FILE: path, SESSION_SECRET_FILE: path };
    const { sessionSecret, adminPassword } = loadConfig(env);
    expect(adminPassword).toBe('the secret of all processes');
    expect(env).toEqual({ SESSION_SECRET_FILE: path });
    const child = loadConfig(childEnvironment({ SESSION_SECRET: sessionSecret }, env));
    expect(child).toMatchObject({ sessionSecret, adminPassword: undefined });
  });
});
