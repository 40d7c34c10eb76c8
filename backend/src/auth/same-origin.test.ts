import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STAFF_EMAIL, STAFF_PASSWORD, startApp, type TestApp } from '../../test/app.js';
import { connectLive } from '../../test/live.js';

const OWN = 'admin.gmb.example';

describe('the origin of a change, where PUBLIC_URL says how people reach the product', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ PUBLIC_URL: `https://${OWN}/`, MAIN_HOSTS: 'staging.gmb.example' });
    await app.staff();
  });
  afterAll(() => app.close());

  const login = async (Host: string, headers: Record<string, string>) =>
    app
      .visitor()
      .post('/api/login')
      .set({ Host, ...headers })
      .send({ email: STAFF_EMAIL, password: STAFF_PASSWORD });

  it.each([
    [OWN, `https://${OWN}`],
    ['staging.gmb.example', 'https://staging.gmb.example'],
    ['staging.gmb.example', 'http://staging.gmb.example'],
    ['localhost:3000', 'http://localhost:3000'],
  ])('at %s may be %s', async (Host, Origin) => {
    expect((await login(Host, { Origin })).status).toBe(200);
    const { socket } = await connectLive(app, { Host, Origin });
    socket.disconnect();
  });

  it.each([
    [OWN, `http://${OWN}`],
    [OWN, `https://${OWN}:8443`],
    [OWN, `http://${OWN}:443`],
    [OWN, 'https://staging.gmb.example'],
    ['staging.gmb.example', `https://${OWN}`],
    ['staging.gmb.example', 'null'],
  ])('at %s may not be %s', async (Host, Origin) => {
    expect(await login(Host, { Origin })).toMatchObject({ status: 403, body: { code: 'CROSS_SITE_REQUEST' } });
    await expect(connectLive(app, { Host, Origin })).rejects.toThrow('websocket error');
  });

  it('is taken from the browser’s Sec-Fetch-Site header if it sends one', async () => {
    expect((await login(OWN, { Origin: `https://${OWN}`, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await login(OWN, { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
  });
});
