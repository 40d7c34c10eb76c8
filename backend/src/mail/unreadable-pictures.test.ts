import { randomUUID } from 'node:crypto';
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { startMailingApp, type MailingApp } from '../../test/mailing-app.js';
import { logoKey } from '../platform/storage/keys.js';
import type { RunAndItem } from '../runs/run-kind.js';
import { Mail } from './mail.entity.js';
import { MailsHandler } from './mails.run.js';
import { Outbox } from './outbox.js';

let mailing: MailingApp;

beforeAll(async () => {
  mailing = await startMailingApp();
  Logger.overrideLogger(false);
});
afterAll(() => mailing.close());

it('does not count an attempt of a mail whose pictures the storage does not give now', async () => {
  const { app, smtp } = mailing;
  const to = 'maria@harbor.example';
  const logoFileId = randomUUID();
  const unreadable = join(app.dataDir, 'media', logoKey(logoFileId));
  await mkdir(unreadable, { recursive: true });
  const facts = {
    brand: { name: 'North Star Local', primaryColor: '#c2410c', logoFileId, postalAddress: '' },
    address: 'https://review.northstar.example/r/x',
    reviewer: { name: 'Maria' },
    client: { business: 'Harbor Dental' },
    replyTo: null,
  };
  const worker = await app.startWorker({ givenFacts: true });
  const [handler, outbox] = [worker.get(MailsHandler, { strict: false }), worker.get(Outbox, { strict: false })];
  // No worker begins it.
  const dueAt = new Date(Date.now() + 3_600_000);
  const id = await app.db.transaction((manager) =>
    outbox.add(manager, { kind: 'linkClosed', to, language: 'en', dedupeKey: 'link:1', facts, dueAt }),
  );
  const attempt = async () => {
    const about = { item: { key: id } } as RunAndItem<object, object>;
    const loaded = await handler.load(about);
    if ('skip' in loaded) throw new Error(loaded.skip.message);
    return handler.perform({ ...about, ...loaded }, AbortSignal.timeout(20_000));
  };
  const attempts = async () => (await app.db.manager.findOneByOrFail(Mail, { id })).attempts;
  await expect(attempt()).rejects.toMatchObject({ status: 503 });
  expect(await attempts()).toBe(0);
  await rmdir(unreadable);
  expect(await attempt()).toEqual({ state: 'sent' });
  expect([await attempts(), smtp.mailsTo(to).length]).toEqual([1, 1]);
});
