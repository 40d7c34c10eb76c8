import { startApp, type Agent, type TestApp } from './app.js';
import { startSmtp, type TestSmtp } from './smtp-server.js';

/** The product with a mail server. */
export interface MailingApp {
  app: TestApp;
  staff: Agent;
  smtp: TestSmtp;
  close: () => Promise<void>;
}

/** Starts the product with a mail server, without a worker. */
export async function startMailingApp(): Promise<MailingApp> {
  const smtp = await startSmtp();
  const app = await startApp({ SMTP_URL: smtp.url, MAIL_FROM: 'review@example.com' });
  const close = async () => {
    await app.close();
    await smtp.close();
  };
  return { app, staff: await app.staff(), smtp, close };
}
