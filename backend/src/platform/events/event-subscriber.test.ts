import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { firstValueFrom } from 'rxjs';
import { DataSource } from 'typeorm';
import { createDatabase, type TestDatabase } from '../../../test/database.js';
import { startProxy, type Proxy } from '../../../test/proxy.js';
import { CHANNEL, publish } from './publish.js';
import { EventSubscriber } from './event-subscriber.js';

describe('listening', () => {
  let database: TestDatabase;
  let proxy: Proxy;
  let db: DataSource;
  let subscriber: EventSubscriber;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await createDatabase();
    proxy = await startProxy(database.url);
    db = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    subscriber = new EventSubscriber(proxy.url);
    await subscriber.onApplicationBootstrap();
  });
  afterAll(async () => {
    await subscriber.onApplicationShutdown();
    await proxy.cut();
    await db.destroy();
    await database.drop();
  });

  it('reports at its start that earlier events may have been missed', async () => {
    const late = new EventSubscriber(proxy.url);
    const gap = firstValueFrom(late.gap);
    await late.onApplicationBootstrap();
    await expect(gap).resolves.toBeUndefined();
    await late.onApplicationShutdown();
  });

  it('replaces a connection that stopped responding, and reports that events may have been missed', async () => {
    const gap = firstValueFrom(subscriber.gap);
    proxy.hang();
    await proxy.restore();
    await gap;
    const received = firstValueFrom(subscriber.on('client.changed'));
    await publish(db.manager, 'client.changed', { id: 'after' });
    expect(await received).toEqual({ id: 'after' });
  });

  it.each(['', 'not JSON', 'null', '{}', '{"name":"client.changed"}'])(
    'ignores a notification of another program on its channel: %j',
    async (text) => {
      const received: unknown[] = [];
      const subscription = subscriber.all.subscribe((event) => received.push(event.payload));
      await db.query('SELECT pg_notify($1, $2)', [CHANNEL, text]);
      const next = firstValueFrom(subscriber.on('client.changed'));
      await publish(db.manager, 'client.changed', { id: 'after' });
      await next;
      subscription.unsubscribe();
      expect(received).toEqual([{ id: 'after' }]);
    },
  );
});
