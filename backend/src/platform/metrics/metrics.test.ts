import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endedRun, generate } from '../../../test/captions.js';
import { eventually } from '../../../test/eventually.js';
import { createMomentWithImages } from '../../../test/factories.js';
import { startSystem, type System } from '../../../test/system.js';
import { staffSocket } from '../../../test/staff-socket.js';
import { ConfigError } from '../../config.js';
import { serveMetrics } from './metrics-server.js';

describe('GET /api/metrics', () => {
  let system: System;
  let server: Server;
  let url: string;

  beforeAll(async () => {
    system = await startSystem('PostgreSQL');
    server = await serveMetrics({ host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await Promise.all([once(server, 'close'), server.close()]);
    await system.close();
  });

  /** The value of one metric, such as `gmb_live_sockets{audience="staff"}`; 0 when it is missing. */
  async function readMetric(line: string): Promise<number> {
    const text = await (await fetch(`${url}/api/metrics`)).text();
    const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `));
    return Number(found?.slice(line.length + 1) ?? 0);
  }

  it('answers in the Prometheus format, on the metrics port only, and answers nothing else there', async () => {
    const answer = await fetch(`${url}/api/metrics`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await answer.text()).toMatch(/# TYPE gmb_http_request_seconds histogram\n/);
    expect((await fetch(`${url}/api/user`)).status).toBe(404);
    expect((await fetch(`${url}/api/metrics`, { method: 'POST' })).status).toBe(404);
    expect((await system.staff.get('/api/metrics')).status).toBe(404);
  });

  it('leaves out gauges that the process does not measure', async () => {
    const text = await (await fetch(`${url}/api/metrics`)).text();
    expect(text).toMatch(/^gmb_database_up 1$/m);
    expect(text).not.toMatch(/^gmb_last_backup_timestamp_seconds /m);
  });

  it('rejects with the address in the message when its port cannot be opened', async () => {
    const { port } = server.address() as AddressInfo;
    const second = serveMetrics({ host: '127.0.0.1', port });
    await expect(second).rejects.toThrow(ConfigError);
    await expect(second).rejects.toThrow(`METRICS: got "127.0.0.1:${port}", which cannot be opened`);
  });

  it('counts requests by route, without the ids and paths that were requested', async () => {
    const line = 'gmb_http_request_seconds_count{method="GET",route="/api/public/:id",status="404"}';
    const before = await readMetric(line);
    await system.app.visitor().get('/api/public/00000000-0000-4000-8000-000000000000').expect(404);
    await eventually(async () => expect(await readMetric(line)).toBe(before + 1));
    const unknown = 'gmb_http_request_seconds_count{method="GET",route="/api/…",status="404"}';
    await system.staff.get('/api/nothing/here').expect(404);
    await eventually(async () => expect(await readMetric(unknown)).toBeGreaterThan(0));
  });

  it('reports waiting runs, then finished drafts, AI calls and tokens, and published events', async () => {
    const { moment } = await createMomentWithImages(system.staff, 2);
    const drafts = 'gmb_draft_seconds_count{queue="captions",outcome="done"}';
    const calls = 'gmb_ai_call_seconds_count{outcome="ok"}';
    const tokens = 'gmb_ai_tokens_total{direction="prompt"}';
    const published = 'gmb_event_delay_seconds_count';
    const lines = [drafts, calls, tokens, published];
    const before = await Promise.all(lines.map(readMetric));
    await generate(system.staff, moment.id);
    expect(await readMetric('gmb_queue_waiting_runs{queue="captions"}')).toBe(1);
    expect(await readMetric('gmb_queue_oldest_waiting_seconds{queue="captions"}')).toBeGreaterThan(0);
    await system.app.startWorker();
    await endedRun(system.staff, moment.id);
    expect(await readMetric('gmb_queue_waiting_runs{queue="captions"}')).toBe(0);
    expect(await readMetric('gmb_queue_oldest_waiting_seconds{queue="captions"}')).toBe(0);
    expect(await readMetric(drafts)).toBe(before[0]! + 2);
    expect(await readMetric(calls)).toBe(before[1]! + 2);
    expect(await readMetric(tokens)).toBe(before[2]! + 2);
    expect(await readMetric(published)).toBeGreaterThan(before[3]!);
    expect(await readMetric('gmb_database_up')).toBe(1);
  });

  it('counts the connected sockets', async () => {
    const socket = await staffSocket(system.app);
    expect(await readMetric('gmb_live_sockets{audience="staff"}')).toBe(1);
    socket.close();
    await eventually(async () => expect(await readMetric('gmb_live_sockets{audience="staff"}')).toBe(0));
  });
});
