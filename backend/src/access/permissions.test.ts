import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get } from '@nestjs/common';
import { startApp, type TestApp } from '../../test/app.js';
import { addColleague } from '../../test/colleagues.js';
import { createMoment } from '../../test/factories.js';
import { Can, Public } from './can.decorator.js';
import { requireAccess, routesOfController } from './routes.js';

describe('the permission of a route', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('lets roles with the permission call the route, and refuses the others with a sentence', async () => {
    const moment = await createMoment(await app.staff());
    const viewer = await addColleague(app, { role: 'viewer' });
    await viewer.get(`/api/moments/${moment.id}`).expect(200);
    const { body } = await viewer.patch(`/api/moments/${moment.id}`).send({ title: 'Renamed' }).expect(403);
    expect(body).toMatchObject({
      code: 'NOT_PERMITTED',
      message: 'Your role, viewer, does not allow this (review.edit); these do: admin, manager, editor.',
    });
    const editor = await addColleague(app, { role: 'editor' });
    await editor.patch(`/api/moments/${moment.id}`).send({ title: 'Renamed' }).expect(200);
    await editor.delete(`/api/moments/${moment.id}`).expect(403);
    const manager = await addColleague(app, { role: 'manager' });
    await manager.delete(`/api/moments/${moment.id}`).expect(204);
  });

  it('only admins may reach the team, the settings and the queues', async () => {
    const manager = await addColleague(app, { role: 'manager' });
    const colleague = { email: 'new@example.com', password: 'a password of some length' };
    const answers = await Promise.all([
      manager.post('/api/register').send(colleague),
      manager.patch('/api/settings').field('brandName', 'Mine'),
      manager.get('/admin/queues'),
      manager.get('/api/invitations'),
      manager.patch(`/api/users/${manager.userId}`).send({ role: 'admin' }),
      manager.get('/api/users'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 200]);
  });

  it('the product does not start if a route names no permission', () => {
    @Controller('api/things')
    class Things {
      @Get()
      @Can('review.read')
      list(): string[] {
        return [];
      }

      @Get('open')
      @Public()
      open(): string[] {
        return [];
      }

      @Get(':id')
      get(): string {
        return '';
      }
    }
    expect(() => requireAccess(routesOfController(Things))).toThrow(
      'Nothing says who may call GET /api/things/:id: each route needs @Can(...) or @Public().',
    );
  });
});
