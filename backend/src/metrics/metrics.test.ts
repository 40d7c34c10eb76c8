import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endedRun, generate } from '../../test/captions.js';
import { eventually } from '../../test/eventually.js';
import { createMomentWithImages } from '../../test/factories.js';
import { startStage, type Stage } from '../../test/stage.js';
import { staffSocket } from '../../test/staff-socket.js';
import { ConfigError } from '../config.js';
import { serveMetrics } from './metrics-server.js';

describe('the metrics', () => {
  let stage: Stage;
  let server: Server;
  let url: string;

  beforeAll(async () => {
    stage = await startStage('PostgreSQL');
    server = await serveMetrics({ host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await Promise.all([once(server, 'close'), server.close()]);
    await stage.close();
  });

  /** The value of one line, such as `gmb_live_sockets{audience="staff"}`; 0 where there is no such line. */
  async function measured(line: string): Promise<number> {
    const text = await (await fetch(`${url}/api/metrics`)).text();
    const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `));
    return Number(found?.slice(line.length + 1) ?? 0);
  }

  it('are answered in the format of Prometheus, on a port of their own and on no other', async () => {
    const answer = await fetch(`${url}/api/metrics`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await answer.text()).toMatch(/# TYPE gmb_http_request_seconds histogram\n/);
    expect((await fetch(`${url}/api/user`)).status).toBe(404);
    expect((await fetch(`${url}/api/metrics`, { method: 'POST' })).status).toBe(404);
    expect((await stage.staff.get('/api/metrics')).status).toBe(404);
  });

  it('name a port that cannot be opened', async () => {
    const { port } = server.address() as AddressInfo;
    const second = serveMetrics({ host: '127.0.0.1', port });
    await expect(second).rejects.toThrow(ConfigError);
    await expect(second).rejects.toThrow(`METRICS: got "127.0.0.1:${port}", which cannot be opened`);
  });

  it('count requests by their route, without what is secret in their address', async () => {
    const line = 'gmb_http_request_seconds_count{method="GET",route="/api/public/:id",status="404"}';
    const before = await measured(line);
    await stage.app.visitor().get('/api/public/00000000-0000-4000-8000-000000000000').expect(404);
    await eventually(async () => expect(await measured(line)).toBe(before + 1));
    const unknown = 'gmb_http_request_seconds_count{method="GET",route="/api/…",status="404"}';
    await stage.staff.get('/api/nothing/here').expect(404);
    await eventually(async () => expect(await measured(unknown)).toBeGreaterThan(0));
  });

  it('tell what waits, then what was drafted, asked and told', async () => {
    const { moment } = await createMomentWithImages(stage.staff, 2);
    const drafted = 'gmb_draft_seconds_count{queue="captions",outcome="done"}';
    const calls = 'gmb_ai_call_seconds_count{outcome="ok"}';
    const tokens = 'gmb_ai_tokens_total{direction="prompt"}';
    const told = 'gmb_event_delay_seconds_count';
    const lines = [drafted, calls, tokens, told];
    const before = await Promise.all(lines.map(measured));
    await generate(stage.staff, moment.id);
    expect(await measured('gmb_queue_waiting_runs{queue="captions"}')).toBe(1);
    expect(await measured('gmb_queue_oldest_waiting_seconds{queue="captions"}')).toBeGreaterThan(0);
    await stage.app.work();
    await endedRun(stage.staff, moment.id);
    expect(await measured('gmb_queue_waiting_runs{queue="captions"}')).toBe(0);
    expect(await measured('gmb_queue_oldest_waiting_seconds{queue="captions"}')).toBe(0);
    expect(await measured(drafted)).toBe(before[0]! + 2);
    expect(await measured(calls)).toBe(before[1]! + 2);
    expect(await measured(tokens)).toBe(before[2]! + 2);
    expect(await measured(told)).toBeGreaterThan(before[3]!);
    expect(await measured('gmb_database_up')).toBe(1);
  });

  it('count those who are connected', async () => {
    const socket = await staffSocket(stage.app);
    expect(await measured('gmb_live_sockets{audience="staff"}')).toBe(1);
    socket.close();
    await eventually(async () => expect(await measured('gmb_live_sockets{audience="staff"}')).toBe(0));
  });
});
