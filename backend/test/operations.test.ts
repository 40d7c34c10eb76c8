import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { scrape } from '../src/platform/metrics/metrics.js';

const DOCKER = fileURLToPath(new URL('../../docker/', import.meta.url));

function read(path: string): string {
  return readFileSync(join(DOCKER, path), 'utf8');
}

describe('the monitoring', () => {
  const alerts = parse(read('chart/alerts.yml')) as {
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

  it.each(['ProcessesVanished', 'BackupOld', 'RedisDown', 'CertificateExpires', 'DiskFull'])(
    'has the alert %s',
    (name) => {
      expect(rules.map(({ alert }) => alert)).toContain(name);
    },
  );

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
    expect(metrics.filter((metric) => !EXPORTED.test(metric) && !known.has(metric))).toEqual([]);
  });
});

/** What other exporters measure: Prometheus itself, and those that alerts.yml names. */
const EXPORTED = /^(up|redis_|node_filesystem_|probe_ssl_|kube_cronjob_)/;

function seriesOf(name: string, type: string): string[] {
  return type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
}
