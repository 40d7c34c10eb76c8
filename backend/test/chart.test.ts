import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { Client } from 'pg';
import { parse } from 'yaml';
import { loadConfig, VARIABLES } from '../src/config.js';
import { CHART, containersOf, lint, podsOf, refusal, render, type Manifest } from './chart.js';
import { createDatabase } from './database.js';
import { itUnless } from './it-unless.js';
import { whyMissing } from './programs.js';

const require = createRequire(import.meta.url);

function read(path: string): string {
  return readFileSync(join(CHART, path), 'utf8');
}

interface Properties {
  properties: Record<string, Properties>;
}

const schema = JSON.parse(read('values.schema.json')) as Properties;

/** Of the product's settings those that are secrets, and those that the chart or the image sets itself. */
const SECRETS = [
  'DATABASE_URL',
  'REDIS_URL',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'SESSION_SECRET',
  'OPENAI_API_KEY',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
];
const OWN = ['NODE_ENV', 'PUBLIC_URL', 'METRICS', 'ROLES', 'PORT', 'HOST', 'DATA_DIR'];
const ELSEWHERE = ['ADMIN_EMAIL', 'ADMIN_NAME', 'ADMIN_PASSWORD', 'WORKERS', 'SCAN_EXCEPTIONS'];

describe('the values of the Helm chart', () => {
  it.each(['values.yaml', 'ci/minimal-values.yaml', 'ci/full-values.yaml'])('%s follows their schema', (file) => {
    const ajv = new Ajv({ strictTypes: false });
    const isValid = ajv.validate(schema, parse(read(file)));
    expect(ajv.errors ?? []).toEqual([]);
    expect(isValid).toBe(true);
  });

  it('take every setting of the product but those that the chart sets itself', () => {
    expect(Object.keys(schema.properties['secrets']!.properties)).toEqual(SECRETS);
    const settings = Object.keys(schema.properties['settings']!.properties);
    expect([...settings, ...SECRETS, ...OWN, ...ELSEWHERE].toSorted()).toEqual(VARIABLES.toSorted());
  });

  it('name every one that the schema knows', () => {
    const given = parse(read('values.yaml')) as Record<string, object>;
    const { global: _ofHelm, ...known } = schema.properties;
    expect(Object.keys(given).toSorted()).toEqual(Object.keys(known).toSorted());
    expect(Object.keys(given['secrets']!)).toEqual(SECRETS);
  });
});

/** Values of a test that says something about one of them. */
const MINIMAL = 'minimal-values.yaml';
const FULL = 'full-values.yaml';
const SECRETS_OF_ELSEWHERE = {
  DATABASE_URL: 'postgres://db/gmb',
  S3_ACCESS_KEY: 'a',
  S3_SECRET_KEY: 'b',
  SESSION_SECRET: 'x'.repeat(16),
};

// The tests are made of what Helm renders: without it one stands for all.
const noHelm = whyMissing('helm');
if (noHelm) itUnless(noHelm, 'the Helm chart as it is rendered', () => undefined);
else describeRendered();

function describeRendered(): void {
  const sets = [
    ['the least values', render([MINIMAL])],
    ['every value', render([FULL], 'live')],
  ] as const;

  describe.each(sets)('the Helm chart with %s', (_name, manifests) => {
    const kinds = (kind: string): Manifest[] => manifests.filter((manifest) => manifest.kind === kind);
    const ofPart = (kind: string, part: string): Manifest =>
      kinds(kind).find(({ metadata }) => metadata.labels['app.kubernetes.io/component'] === part)!;
    const pods = manifests.flatMap((manifest) => podsOf(manifest));
    const isKnown = ({ apiVersion }: Manifest): boolean => !apiVersion.startsWith('monitoring.coreos.com');

    it.each(manifests.filter(isKnown).map((manifest) => [manifest.kind, manifest.metadata.name, manifest] as const))(
      'makes %s %s by the schema of its kind',
      (kind, _of, manifest) => {
        const library = manifest.apiVersion.startsWith('keda') ? '@kubernetes-models/keda' : 'kubernetes-models';
        const models = require(`${library}/${manifest.apiVersion}/${kind}`) as Record<
          string,
          new (data: object) => { validate(): void }
        >;
        const model = new models[kind]!(manifest);
        expect(() => model.validate()).not.toThrow();
      },
    );

    it('sets only variables that the configuration knows, to values that it takes', () => {
      const { data } = kinds('ConfigMap')[0]!;
      const given = Object.assign({}, ...kinds('Secret').map(({ stringData }) => stringData)) as object;
      const names = pods.flatMap((pod) => containersOf(pod).flatMap(({ env = [] }) => env.map(({ name }) => name)));
      const ofWeb = ['SITE_ADDRESS', 'TRUSTED_PROXIES', 'API_HOST', 'API_UPSTREAMS'];
      const all = [...Object.keys({ ...data, ...given }), ...names];
      expect(all.filter((name) => ![...VARIABLES, ...ofWeb].includes(name))).toEqual([]);
      const config = loadConfig({ ...SECRETS_OF_ELSEWHERE, ...data, ...given });
      expect(config).toMatchObject({ production: true, metrics: { port: 9464 }, s3: { bucket: data!['S3_BUCKET'] } });
      expect(config.publicUrl).toMatch(/^https:\/\/(admin|staff)\.example\.(com|org)$/);
    });

    it('has secrets in Secrets only', () => {
      const others = manifests.filter(({ kind }) => kind !== 'Secret');
      expect(JSON.stringify(others)).not.toContain('not-a-secret');
      const names = Object.keys(kinds('ConfigMap')[0]!.data!);
      expect(names.filter((name) => [...SECRETS, 'ADMIN_PASSWORD'].includes(name))).toEqual([]);
    });

    it('passes the first member of staff to the migrations only', () => {
      const withFirstUser = manifests.filter((manifest) =>
        /"secretRef":\{"name":"[\w-]+-first-user"/.test(JSON.stringify(manifest)),
      );
      expect(withFirstUser.map(({ kind }) => kind)).toEqual(['Job']);
    });

    it('refers to what is there', () => {
      const names = new Set(manifests.map(({ metadata }) => metadata.name));
      const outside = ['gmb-moments-secrets', 'certificates-of-before'];
      const referred = [
        ...JSON.stringify(manifests).matchAll(
          /"(?:configMapRef|secretRef|scaleTargetRef)":(?!\{"name":"[\w-]+-first-user","optional")\{[^}]*?"name":"([\w-]+)"|"claimName":"([\w-]+)"|"value":"([\w-]+):3000"/g,
        ),
      ].map(([, ref, claim, host]) => ref ?? claim ?? host!);
      expect(referred.length).toBeGreaterThan(10);
      expect(referred.filter((name) => !names.has(name) && !outside.includes(name))).toEqual([]);
    });

    it('selects its pods, and ports that they have', () => {
      const selectors = [...kinds('Service'), ...kinds('PodDisruptionBudget'), ...kinds('NetworkPolicy')].map(
        ({ kind, metadata, spec }) => {
          const { selector, podSelector } = spec as Selecting;
          const chosen = podSelector?.matchLabels ?? selector?.matchLabels ?? (selector as Record<string, string>);
          const selected = pods.filter(({ metadata: { labels } }) =>
            Object.entries(chosen).every(([name, value]) => labels[name] === value),
          );
          return { of: `${kind} ${metadata.name}`, ports: (spec as Selecting).ports ?? [], selected };
        },
      );
      expect(selectors.length).toBe(8);
      expect(selectors.filter(({ selected }) => selected.length === 0).map(({ of }) => of)).toEqual([]);
      for (const { of, ports, selected } of selectors.filter((one) => one.of.startsWith('Service '))) {
        const open = selected.flatMap((pod) => containersOf(pod).flatMap((container) => container.ports ?? []));
        expect([of, open.map(({ name }) => name)]).toEqual([
          of,
          expect.arrayContaining(ports.map(({ targetPort }) => targetPort)),
        ]);
      }
    });

    it('runs with the rights of the restricted standard, and without a token of the cluster', () => {
      expect(pods.length).toBe(5);
      for (const pod of pods) {
        expect(pod.spec).toMatchObject({
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
        });
        const { volumes, ...hostNothing } = pod.spec as unknown as { volumes: object[] };
        expect(Object.keys(hostNothing).filter((name) => name.startsWith('host'))).toEqual([]);
        const sources = volumes.flatMap((volume) => Object.keys(volume).filter((name) => name !== 'name'));
        expect(sources.filter((name) => !['emptyDir', 'persistentVolumeClaim'].includes(name))).toEqual([]);
        for (const container of containersOf(pod)) {
          expect(container).toMatchObject({
            resources: { requests: { cpu: expect.anything() }, limits: { memory: expect.anything() } },
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: container.name === 'web' ? { add: ['NET_BIND_SERVICE'], drop: ['ALL'] } : { drop: ['ALL'] },
            },
          });
          expect(container).not.toHaveProperty('securityContext.runAsUser');
          expect(container).not.toHaveProperty('securityContext.privileged');
        }
      }
    });

    it('asks every process whether it lives and is ready', () => {
      expect(kinds('Deployment').map(({ metadata }) => metadata.labels['app.kubernetes.io/component'])).toEqual(
        expect.arrayContaining(['api', 'web', 'worker']),
      );
      for (const deployment of kinds('Deployment')) {
        for (const container of podsOf(deployment)[0]!.spec.containers) {
          expect(container).toMatchObject({ readinessProbe: expect.anything(), livenessProbe: expect.anything() });
        }
      }
    });

    it('starts API and workers after the migrations of their version, which have a job of their own', () => {
      const version = manifests[0]!.metadata.labels['app.kubernetes.io/version']!;
      expect(kinds('Job')[0]!.metadata.name).toContain(`-migrate-${version.replaceAll('.', '-')}-`);
      const [migration] = podsOf(kinds('Job')[0]!)[0]!.spec.containers;
      for (const part of ['api', 'worker']) {
        const [pod] = podsOf(ofPart('Deployment', part));
        expect(pod!.spec.initContainers).toMatchObject([
          { command: ['node', 'backend/dist/src/cli/migrate.js', '--wait'], image: migration!.image },
        ]);
        expect(pod!.spec.containers[0]!.image).toBe(migration!.image);
      }
    });

    it('lets no pod be reached that no policy names', () => {
      const policies = kinds('NetworkPolicy').map(({ spec }) => spec as Selecting & { ingress?: object[] });
      const [all, web, ...inside] = policies;
      expect(all).toMatchObject({ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'gmb-moments' } } });
      expect(all!.ingress).toBeUndefined();
      expect(web!.ingress).toEqual([{ ports: [{ port: 80 }, { port: 443 }, { port: 443, protocol: 'UDP' }] }]);
      expect(inside.map(({ ingress }) => Object.keys(ingress![0]!).toSorted())).toEqual([
        ['from', 'ports'],
        ['from', 'ports'],
      ]);
    });

    it('keeps certificates and backups when it is uninstalled', () => {
      const claims = kinds('PersistentVolumeClaim');
      expect(claims.length).toBeGreaterThan(0);
      for (const { metadata } of claims) {
        expect(metadata.annotations).toEqual({ 'helm.sh/resource-policy': 'keep' });
      }
    });
  });

  describe('the Helm chart', () => {
    const found = (manifests: Manifest[], kind: string, end: string): Manifest | undefined =>
      manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name.endsWith(end));

    it.each([MINIMAL, FULL])('passes lint with %s', (file) => {
      const { status, said } = lint([file]);
      expect([status, status === 0 ? '' : said]).toEqual([0, '']);
    });

    it.each<[object, string]>([
      [{ host: null }, 'host: not set; it is the host on which staff work'],
      [{ host: 'https://admin.example.com' }, 'host: got "https://admin.example.com", which is not a host'],
      [{ settings: { SERVER_IP: '' } }, 'settings.SERVER_IP: not set; it is the address of the service `web`'],
      [{ settings: { S3_ENDPOINT: '' } }, 'settings.S3_ENDPOINT: not set; several processes share their files'],
      [{ settings: { SERVERIP: '198.51.100.7' } }, "additional properties 'SERVERIP' not allowed"],
      [{ settings: { DATABASE_URL: 'postgres://db/gmb' } }, "additional properties 'DATABASE_URL' not allowed"],
      [{ existingSecret: '' }, 'secrets.DATABASE_URL: not set; give it, or name a Secret that holds it'],
      [{ secrets: { SESSION_SECRET: 'x'.repeat(16) } }, 'existingSecret: set, but secrets.SESSION_SECRET is set too'],
      [
        { firstUser: { email: 'a@example.com', existingSecret: 'first' } },
        'firstUser.existingSecret: set, but firstUser.email or firstUser.password is set too',
      ],
      [{ api: { autoscaling: { min: 11 } } }, 'api.autoscaling: got min 11, which is more than max 10'],
      [{ api: { replicas: 'many' } }, "at '/api/replicas': got string, want integer"],
      [{ api: { resources: { limits: { memory: 'a lot' } } } }, "at '/api/resources/limits/memory'"],
      [{ images: { app: { digest: 'latest' } } }, "at '/images/app/digest': 'latest' does not match pattern"],
      [{ web: { service: { type: 'External' } } }, "at '/web/service/type': value must be one of"],
      [{ backup: { schedule: 'nightly' } }, "at '/backup/schedule': 'nightly' does not match pattern"],
    ])('refuses %j with a sentence', (values, sentence) => {
      expect(refusal([MINIMAL, values])).toContain(sentence);
    });

    it('replaces the pods, and migrates again, when a setting or a secret changes', () => {
      const seen = (values: object) => {
        const manifests = render([FULL, values]);
        const [job, ...deployments] = ['Job', 'Deployment'].flatMap((kind) =>
          manifests.filter((manifest) => manifest.kind === kind),
        );
        const sums = deployments.flatMap((deployment) =>
          podsOf(deployment).map(({ metadata }) => metadata.annotations?.['checksum/config']),
        );
        return { job: job!.metadata.name, sums: sums.filter((sum) => sum !== undefined) };
      };
      const before = seen({});
      expect(before.sums).toHaveLength(2);
      expect(seen({})).toEqual(before);
      for (const change of [{ settings: { LOG_LEVEL: 'warn' } }, { secrets: { REDIS_URL: 'redis://other' } }]) {
        const after = seen(change);
        expect(after.job).not.toBe(before.job);
        for (const [index, sum] of after.sums.entries()) expect(sum).not.toBe(before.sums[index]);
      }
      expect(seen({ images: { tag: '1.2.4' } }).job).toMatch(/-migrate-1-2-4-[\da-f]{6}$/);
    });

    it('keeps names within what Kubernetes allows, whatever the name of the release', () => {
      const manifests = render([FULL, { images: { tag: '1.2.3-rc.4-of-a-branch' } }], 'a'.repeat(53));
      expect(manifests.map(({ metadata }) => metadata.name.length).toSorted((a, b) => b - a)[0]).toBeLessThan(64);
      expect(found(manifests, 'CronJob', '-backup')!.metadata.name.length).toBeLessThan(53);
    });

    it('writes whole numbers as they were given', () => {
      expect(found(render([FULL]), 'ConfigMap', '')!.data).toMatchObject({ AI_TIMEOUT_MS: '1000000' });
    });

    it('scales the API by the cores that it uses, and leaves the number of processes to who scales', () => {
      const manifests = render([FULL]);
      expect(found(manifests, 'HorizontalPodAutoscaler', '-api')!.spec).toMatchObject({
        minReplicas: 3,
        maxReplicas: 30,
        metrics: [{ resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '500m' } } }],
      });
      for (const part of ['-api', '-worker']) {
        expect(found(manifests, 'Deployment', part)!.spec).not.toHaveProperty('replicas');
      }
      const fixed = render([MINIMAL, { api: { autoscaling: { enabled: false }, replicas: 5 } }]);
      expect(found(fixed, 'HorizontalPodAutoscaler', '-api')).toBeUndefined();
      expect(found(fixed, 'Deployment', '-api')!.spec).toMatchObject({ replicas: 5 });
      expect(found(fixed, 'Deployment', '-worker')!.spec).toMatchObject({ replicas: 2 });
    });

    it('scales the workers by a query that the database answers', async () => {
      const scaled = found(render([FULL]), 'ScaledObject', '-worker')!.spec as unknown as {
        triggers: { metadata: { query: string; targetQueryValue: string } }[];
      };
      const { query, targetQueryValue } = scaled.triggers[0]!.metadata;
      expect(targetQueryValue).toBe('16');
      const database = await createDatabase();
      const client = new Client({ connectionString: database.url });
      await client.connect();
      const { rows } = await client.query({ text: query, rowMode: 'array' });
      await client.end();
      await database.drop();
      expect(rows).toEqual([['0']]);
    });

    it('answers on UDP 443 unless the load balancer cannot', () => {
      const udp = { port: 443, protocol: 'UDP', targetPort: 'http3' };
      const portsOf = (values: object): unknown =>
        (found(render([MINIMAL, values]), 'Service', '-web')!.spec as unknown as Selecting).ports;
      expect(portsOf({})).toContainEqual(expect.objectContaining(udp));
      expect(portsOf({ web: { service: { http3: false } } })).not.toContainEqual(expect.objectContaining(udp));
    });

    it('trusts a proxy in front only where its addresses are given', () => {
      const both = (values: object): unknown => {
        const manifests = render([MINIMAL, values]);
        const [web] = podsOf(found(manifests, 'Deployment', '-web')!)[0]!.spec.containers;
        return [found(manifests, 'ConfigMap', '')!.data!['TRUST_PROXY'], web!.env!.slice(0, -2)];
      };
      expect(both({})).toEqual(['1', [{ name: 'SITE_ADDRESS', value: 'admin.example.com' }]]);
      expect(both({ web: { trustedProxies: '10.0.0.0/8' } })).toEqual([
        '2',
        [
          { name: 'SITE_ADDRESS', value: 'http://' },
          { name: 'TRUSTED_PROXIES', value: '10.0.0.0/8' },
        ],
      ]);
    });

    it('gives the monitoring the pods and the alerts of Kubernetes, where it is asked to', () => {
      expect(found(render([MINIMAL]), 'PodMonitor', '')).toBeUndefined();
      const manifests = render([FULL], 'live');
      const { spec, metadata } = found(manifests, 'PodMonitor', '')!;
      expect(metadata.labels).toMatchObject({ release: 'kube-prometheus-stack' });
      expect(spec).toMatchObject({
        selector: { matchLabels: { 'app.kubernetes.io/instance': 'live' } },
        podMetricsEndpoints: [{ port: 'metrics', path: '/api/metrics' }],
      });
      const { groups } = found(manifests, 'PrometheusRule', '')!.spec as unknown as {
        groups: { rules: { alert: string; expr: string }[] }[];
      };
      const rules = groups.flatMap((group) => group.rules);
      expect(rules.map(({ alert }) => alert)).toEqual(expect.arrayContaining(['ProcessesVanished', 'RedisDown']));
      expect(rules.map(({ alert }) => alert)).not.toContain('BackupOld');
      const watched = rules.find(({ alert }) => alert === 'BackupJobOld')!.expr;
      expect(watched).toContain(`cronjob="${found(manifests, 'CronJob', '-backup')!.metadata.name}"`);
      const without = render([FULL, { backup: { enabled: false } }]);
      expect(JSON.stringify(found(without, 'PrometheusRule', ''))).not.toContain('BackupJobOld');
      expect(found(without, 'CronJob', '-backup')).toBeUndefined();
    });
  });
}

interface Selecting {
  selector?: { matchLabels?: Record<string, string> };
  podSelector?: { matchLabels: Record<string, string> };
  ports?: { targetPort: string }[];
}
