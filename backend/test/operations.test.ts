import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { parser } from '@prometheus-io/lezer-promql';
import { Client } from 'pg';
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig, VARIABLES } from '../src/config.js';
import { scrape } from '../src/metrics/metrics.js';
import { createDatabase } from './database.js';

const DOCKER = fileURLToPath(new URL('../../docker/', import.meta.url));
const require = createRequire(import.meta.url);

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

function read(path: string): string {
  return readFileSync(join(DOCKER, path), 'utf8');
}

describe('the Kubernetes manifests', () => {
  const manifests = readdirSync(join(DOCKER, 'kubernetes')).flatMap((file) =>
    parseAllDocuments(read(`kubernetes/${file}`)).map((document) => document.toJS() as Manifest),
  );
  const named = (kind: string, name: string): Manifest =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)!;

  it.each(manifests.map((manifest) => [manifest.kind, manifest.metadata.name, manifest] as const))(
    '%s %s follows the schema of its kind',
    (kind, _name, manifest) => {
      const library = manifest.apiVersion.startsWith('keda') ? '@kubernetes-models/keda' : 'kubernetes-models';
      const models = require(`${library}/${manifest.apiVersion}/${kind}`) as Record<
        string,
        new (data: object) => { validate(): void }
      >;
      const model = new models[kind]!(manifest);
      expect(() => model.validate()).not.toThrow();
    },
  );

  it('set only variables that the configuration knows, to values that it takes', () => {
    const { data } = named('ConfigMap', 'gmb-moments') as Manifest & { data: Record<string, string> };
    expect(Object.keys(data).filter((name) => !VARIABLES.includes(name))).toEqual([]);
    const secret = {
      S3_ACCESS_KEY: 'a',
      S3_SECRET_KEY: 'b',
      DATABASE_URL: 'postgres://db/gmb',
      SESSION_SECRET: 'x'.repeat(16),
    };
    expect(loadConfig({ ...data, ...secret })).toMatchObject({ production: true, metrics: { port: 9464 } });
  });

  it('tell the first member of staff to the migrations alone', () => {
    const secret = 'gmb-moments-first-user';
    const told = manifests.filter((manifest) => JSON.stringify(manifest).includes(`"${secret}"`));
    expect(told.map(({ metadata }) => metadata.name)).toEqual(['gmb-moments-migrate']);
    expect(read('kubernetes/config.yaml')).toContain(`kubectl create secret generic ${secret} `);
  });

  it('refer to each other by names that are there', () => {
    const text = readdirSync(join(DOCKER, 'kubernetes'))
      .map((file) => read(`kubernetes/${file}`))
      .join('\n');
    const names = new Set(manifests.map((manifest) => manifest.metadata.name));
    const referred = [...text.matchAll(/(?:configMapRef|scaleTargetRef): \{.*?name: ([\w-]+) \}|claimName: ([\w-]+)/g)];
    expect(referred.length).toBeGreaterThan(5);
    expect(referred.map(([, one, other]) => one ?? other!).filter((name) => !names.has(name))).toEqual([]);
  });

  it('scale the workers by a query that the database answers', async () => {
    const scaled = named('ScaledObject', 'gmb-moments-worker') as Manifest & {
      spec: { triggers: { metadata: { query: string } }[] };
    };
    const database = await createDatabase();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query({ text: scaled.spec.triggers[0]!.metadata.query, rowMode: 'array' });
    await client.end();
    await database.drop();
    expect(rows).toEqual([['0']]);
  });
});

describe('the monitoring', () => {
  const alerts = parse(read('monitoring/alerts.yml')) as {
    groups: { rules: { alert: string; expr: string; labels: object; annotations: { summary: string } }[] }[];
  };
  const dashboard = JSON.parse(read('monitoring/grafana-dashboard.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const rules = alerts.groups.flatMap((group) => group.rules);
  const expressions = [
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
    ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ];

  it('says with each alert what is wrong and how urgent it is', () => {
    expect(rules.length).toBeGreaterThan(5);
    for (const { alert, labels, annotations } of rules) {
      expect([alert, labels]).toEqual([alert, { severity: expect.stringMatching(/^(page|ticket)$/) }]);
      expect(annotations.summary).toMatch(/\w/);
    }
  });

  it.each(expressions)('%s is a query about what the product measures: %s', async (_title, expression) => {
    const problems: string[] = [];
    const metrics: string[] = [];
    parser.parse(expression).iterate({
      enter: ({ type, from, to }) => {
        if (type.isError) problems.push(expression.slice(from, to + 10));
        if (type.name === 'VectorSelector') metrics.push(/^\w+/.exec(expression.slice(from, to))![0]);
      },
    });
    expect(problems).toEqual([]);
    expect(metrics.length).toBeGreaterThan(0);
    const { text } = await scrape();
    const known = new Set(
      [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name, type]) => seriesOf(name!, type!)),
    );
    expect(metrics.filter((metric) => metric !== 'up' && !known.has(metric))).toEqual([]);
  });
});

function seriesOf(name: string, type: string): string[] {
  return type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
}
