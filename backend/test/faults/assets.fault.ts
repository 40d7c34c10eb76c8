import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../eventually.js';
import { describeUnless } from '../it-unless.js';
import { whyMissing } from '../programs.js';

const SITE = fileURLToPath(new URL('../../../docker/site.caddy', import.meta.url));
const PORT = 28_180;

describeUnless(whyMissing('caddy'), 'scripts and styles while two releases run side by side', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gmb-assets-'));
  let api: Server;
  let proxy: ChildProcess;

  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'assets/of-this-release.js'), 'here');
    writeFileSync(join(folder, 'assets/of-the-last-release.js'), 'kept');
    api = createServer((request, response) =>
      response.writeHead(request.url === '/assets/of-the-next-release.js' ? 200 : 404).end('from the API'),
    ).listen(0, '127.0.0.1');
    await once(api, 'listening');
    const config = join(folder, 'Caddyfile');
    writeFileSync(config, `{\n\tadmin off\n\tauto_https off\n}\n:${PORT} {\n\timport ${SITE}\n}\n`);
    const upstream = `127.0.0.1:${(api.address() as AddressInfo).port}`;
    const env = { PATH: process.env['PATH'], HOME: folder, SITE_ROOT: folder, API_UPSTREAMS: upstream };
    proxy = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], { env, stdio: 'ignore' });
    await eventually(() => get('of-this-release.js'));
  });
  afterAll(async () => {
    const gone = once(proxy, 'exit');
    if (proxy.kill('SIGKILL')) await gone;
    await Promise.all([once(api, 'close'), api.close(), api.closeAllConnections()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const get = (name: string) => fetch(`http://127.0.0.1:${PORT}/assets/${name}`);

  it.each([
    ['of-this-release.js', 200, 'here'],
    ['of-the-last-release.js', 200, 'kept'],
    ['of-the-next-release.js', 200, 'from the API'],
    ['of-no-release.js', 404, 'from the API'],
  ])('%s is answered with %i', async (name, status, text) => {
    const answer = await get(name);
    expect([answer.status, await answer.text()]).toEqual([status, text]);
    expect(answer.headers.get('cache-control')?.includes('immutable') ?? false).toBe(!text.includes('API'));
  });
});
