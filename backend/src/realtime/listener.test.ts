import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { firstValueFrom } from 'rxjs';
import { DataSource } from 'typeorm';
import { createDatabase, type TestDatabase } from '../../test/database.js';
import { startProxy, type Proxy } from '../../test/proxy.js';
import { announce } from './announcements.js';
import { Listener } from './listener.js';

describe('listening', () => {
  let database: TestDatabase;
  let way: Proxy;
  let db: DataSource;
  let listener: Listener;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await createDatabase();
    way = await startProxy(database.url);
    db = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    listener = new Listener(way.url);
    await listener.onApplicationBootstrap();
  });
  afterAll(async () => {
    await listener.onApplicationShutdown();
    await way.cut();
    await db.destroy();
    await database.drop();
  });

  it('says when it begins that what was before may be missed', async () => {
    const late = new Listener(way.url);
    const gap = firstValueFrom(late.gap);
    await late.onApplicationBootstrap();
    await expect(gap).resolves.toBeUndefined();
    await late.onApplicationShutdown();
  });

  it('begins anew on a connection that fell silent without a word, and says that something may be missed', async () => {
    const gap = firstValueFrom(listener.gap);
    way.hang();
    await way.mend();
    await gap;
    const heard = firstValueFrom(listener.heard('client.changed'));
    await announce(db.manager, 'client.changed', { id: 'anew' });
    expect(await heard).toEqual({ id: 'anew' });
  });
});
