import { isIPv4 } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { startApp } from '../../test/app.js';

describe('the address of the server', () => {
  it.each(['198.51.100.7', '2001:db8::7'])('is %s where the configuration says so', async (ip) => {
    const app = await startApp({ SERVER_IP: ip });
    const { body } = await (await app.staff()).get('/api/server-ip').expect(200);
    expect(body).toEqual({ ip });
    const { paths } = (await (await app.staff()).get('/api/openapi.json').expect(200)).body;
    const { content } = paths['/api/server-ip'].get.responses['200'];
    expect(Object.keys(content['application/json'].schema.properties)).toEqual(['ip']);
    await app.visitor().get('/api/server-ip').expect(401);
    await app.close();
  });

  it('is an IPv4 address of the machine otherwise', async () => {
    const app = await startApp();
    const { body } = await (await app.staff()).get('/api/server-ip').expect(200);
    expect(isIPv4((body as { ip: string }).ip)).toBe(true);
    await app.close();
  });
});
