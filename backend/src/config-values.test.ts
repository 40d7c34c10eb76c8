import { describe, expect, it } from '@jest/globals';
import { ConfigError, loadConfig, VARIABLES } from './config.js';

/** Values that people have given by mistake; those of secrets are in no error. */
const WRONG: Record<(typeof VARIABLES)[number], string[]> = {
  NODE_ENV: ['prod', 'Production', 'staging'],
  DATABASE_URL: ['localhost:5432/gmb', 'mysql://user:hush@db/gmb', 'hush'],
  DATABASE_POOL: ['3', '201', 'max'],
  REDIS_URL: ['localhost:6379', 'http://:hush@redis:6379', 'hush'],
  S3_ENDPOINT: ['minio:9000', 'https://s3.example.com/bucket', 's3://photos'],
  S3_BUCKET: ['Photos', 'a', 'my_photos'],
  S3_ACCESS_KEY: ['hush hush', 'hush\nhush', 'hüsh'],
  S3_SECRET_KEY: ['hush hush', 'hush\thush', 'hush\0'],
  S3_REGION: ['eu central', 'eu\n', 'zürich'].map((value) => `${value}-1`),
  OPENAI_API_KEY: ['sk-hush hush', 'sk-hush\nhush', '“sk-hush”'],
  OPENAI_BASE_URL: ['api.openai.com/v1', 'https://me:hush@ai.example.com/v1', 'hush'],
  OPENAI_MODEL: ['gpt\n4o', 'gpt\t4o', 'gpt\0'],
  SMTP_URL: ['smtp.example.com:587', 'https://user:hush@smtp.example.com', 'hush'],
  MAIL_FROM: ['Agency', 'review@', 'A <b> <c@example.com>'],
  OIDC_ISSUER: ['login.example.com', 'http://login.example.com', 'https://login.example.com/.well-known/x'],
  OIDC_CLIENT_ID: ['gmb moments', 'gmb\nmoments', 'gmb\0'],
  OIDC_CLIENT_SECRET: ['hush hush', 'hush\thush', 'hüsh'],
  OIDC_NAME: ['Sign in\nwith Okta', 'Okta\0', 'Okta'.repeat(16)],
  OIDC_DOMAINS: ['@example.com', 'localhost', ','],
  OIDC_ROLE: ['owner', 'Admin', 'viewer,editor'],
  OIDC_SCOPE: ['everything', 'all,agency:Bloom', 'agency:'],
  PORT: ['http', '65536', '-1'],
  HOST: ['http://0.0.0.0', '0.0.0.0:3000', 'my host'],
  DATA_DIR: ['a\0b', '\0', '/data\0/x'],
  PUBLIC_URL: ['admin.example.com', 'ftp://admin.example.com', 'https://example.com/reviews'],
  HTTP_PROXY: ['socks5://user:hush@proxy:1080', 'http://', 'hush hush'],
  HTTPS_PROXY: ['socks5://user:hush@proxy:1080', 'https://:hush@', 'proxy:hush'],
  NO_PROXY: ['http://minio', '10.0.0.0/33', 'minio; s3'],
  TRUST_PROXY: ['maybe', 'true', '10.0.0.0/33'],
  ADMIN_EMAIL: ['admin', 'ada@', 'ada example.com'],
  ADMIN_NAME: ['Ada\nLovelace', 'Ada\tLovelace', 'Ada\0Lovelace'],
  ADMIN_PASSWORD: ['hush', 'hush hush', 'hush'.repeat(1000)],
  SESSION_SECRET: ['hush', 'hush hush', 'hush'.repeat(3)],
  MAIN_HOSTS: ['https://admin.example.com', 'admin.example.com:8080', '*'],
  SERVER_IP: ['example.com', '999.1.1.1', '10.0.0.1:80'],
  DNS_SERVERS: ['dns.example.com', '1.1.1.1:99999', ','],
  SCAN_EXCEPTIONS: ['shop.test', 'http://shop.test:80', 'shop.test:web'],
  WORKERS: ['many', '65', '1.5'],
  WORKER_CONCURRENCY: ['0', '257', 'auto'],
  CAPTIONS_PER_MOMENT: ['0', '31', 'all'],
  AUDIT_DAYS: ['forever', '-1', '36501'],
  AI_TIMEOUT_MS: ['0', '60s', '3600001'],
  AI_MAX_PER_MINUTE: ['0', 'none', '1e3'],
  LOG_LEVEL: ['loud', 'INFO', 'trace'],
  METRICS: ['true', '0', 'localhost:99999'],
  ROLES: ['web', 'api,cook', ','],
};

const SECRETS =
  /^(S3_ACCESS_KEY|S3_SECRET_KEY|OPENAI_API_KEY|OIDC_CLIENT_SECRET|ADMIN_PASSWORD|SESSION_SECRET|HTTPS?_PROXY)$|(?<!PUBLIC)_URL$/;

describe.each(VARIABLES)('%s', (name) => {
  it.each([0, 1, 2])('with a wrong value ends in one line that names it, the value and what is allowed (%i)', (nth) => {
    const value = WRONG[name][nth]!;
    const line = refusal({ [name]: value });
    expect(line.split('\n')).toHaveLength(1);
    const given = SECRETS.test(name)
      ? 'a value that is not'
      : `"${value.trim().replace(/\p{Cc}/gu, ' ')}", which is not`;
    expect(line.replace(/\s+/g, ' ')).toMatch(new RegExp(`^${name}: got .+ not .{5,}`));
    expect(line.replaceAll(/\s+/g, ' ')).toContain(`${name}: got ${given.replaceAll(/\s+/g, ' ')}`);
    expect(line).not.toContain('hush');
  });
});

it('names a file that cannot be read in one line', () => {
  for (const file of ['/no/such/file', '/no/such\nfile', '/']) {
    expect(refusal({ SESSION_SECRET_FILE: file })).toMatch(
      /^SESSION_SECRET_FILE: got ".+", which cannot be read \(.+\)$/,
    );
  }
});

it.each([
  ['TRUST_PROXY', 'false'],
  ['TRUST_PROXY', '2'],
  ['TRUST_PROXY', 'loopback, 10.0.0.0/8, 172.16.0.0/255.240.0.0, fd00::/8, 192.0.2.7'],
  ['MAIN_HOSTS', 'admin.example.com, *.example.dev, Büro.example, 192.0.2.7, intranet'],
  ['NO_PROXY', '*, .example.com, *.example.dev, minio:9000, 10.0.0.0/8, ::1, fd00::/8, [::1]:9000, Büro.example'],
  ['HTTPS_PROXY', 'proxy.example.com:3128'],
  ['HOST', '::'],
  ['HOST', 'localhost'],
  ['PUBLIC_URL', 'https://admin.example.com:8443/'],
  ['OPENAI_MODEL', 'Qwen 2.5 VL (7B)'],
  ['OIDC_SCOPE', 'agency:Bloom & Co, client:Café Krone'],
  ['OIDC_SCOPE', 'none'],
  ['OIDC_DOMAINS', 'Example.com, bücher.example'],
])('takes %s=%s', (name, value) => {
  expect(() => loadConfig({ [name]: value })).not.toThrow();
});

function refusal(env: NodeJS.ProcessEnv): string {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('It was taken.');
}
