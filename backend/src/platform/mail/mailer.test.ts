import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { startSmtp, type TestSmtp } from '../../../test/smtp-server.js';
import { loadConfig } from '../../config.js';
import { Mailer, type OutgoingMail } from './mailer.js';

const MAIL: OutgoingMail = {
  messageId: '<1@example.com>',
  to: { name: 'Maria', address: 'maria@harbor.example' },
  fromName: 'North Star',
  replyTo: null,
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  pictures: [],
  stopUrl: null,
};

describe('a mail server that offers no TLS', () => {
  let smtp: TestSmtp;
  let mailer: Mailer | undefined;
  const warned: string[] = [];

  beforeAll(async () => {
    smtp = await startSmtp();
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((message: unknown) => void warned.push(String(message)));
  });
  afterEach(() => {
    mailer?.onApplicationShutdown();
    warned.length = 0;
  });
  afterAll(() => smtp.close());

  /** @param user `user:password@` */
  const start = (user: string, query = ''): Mailer => {
    // Leads to this machine, but is not its name.
    const address = smtp.url.replace('127.0.0.1', `${user}0.0.0.0`) + query;
    mailer = new Mailer(loadConfig({ SMTP_URL: address, MAIL_FROM: 'review@example.com' }));
    mailer.onApplicationBootstrap();
    return mailer;
  };

  it('gets no password', async () => {
    const result = await start('user:secret@').send(MAIL, AbortSignal.timeout(20_000));
    expect(result).toEqual({ state: 'delayed', sentence: expect.stringContaining('offers no TLS that works') });
    expect(warned).toEqual([]);
    expect(smtp.mails).toEqual([]);
  });

  it('gets one where that is said, which is logged once', async () => {
    const problem = await start('user:secret@', '?insecure=1').check();
    expect(problem).not.toContain('no TLS');
    expect(warned).toEqual([expect.stringMatching(/^SMTP_URL ends with \?insecure=1: .*0\.0\.0\.0/)]);
  });

  it('gets mails without a password', async () => {
    expect(await start('').send(MAIL, AbortSignal.timeout(20_000))).toEqual({ state: 'sent' });
  });
});
