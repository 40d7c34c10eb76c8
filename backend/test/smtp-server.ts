import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail that the server took, as its recipient reads it. */
export interface ReceivedMail extends Email {
  /** The recipients of the envelope. */
  recipients: string[];
  /** The bytes of the message. */
  source: string;
}

/** What the server does with a mail; with a code it refuses it, as its sentence says. */
export type SmtpBehaviour =
  | 'accept'
  /** Takes the recipient, and closes the connection in the middle of the mail. */
  | 'drop'
  /** Takes the mail, and closes the connection before it says so. */
  | 'take and drop'
  | { refuse: { code: number; sentence: string; at: 'RCPT' | 'DATA' } }
  /** Behaves so once this has come. */
  | { until: Promise<unknown>; then: SmtpBehaviour };

/** A mail server on loopback. */
export interface TestSmtp {
  /** For `SMTP_URL`. */
  url: string;
  /** The mails that it took, oldest first; those that came twice are there twice. */
  mails: ReceivedMail[];
  /** Recipients that it was asked about, those that it refused included. */
  asked: string[];
  /** Connections since the start. */
  connections: number;
  /** What it does from now on, with all mails or those to one address. */
  behave(behaviour: SmtpBehaviour, address?: string): void;
  /** The mails to an address, oldest first. */
  mailsTo(address: string): ReceivedMail[];
  reset(): void;
  close(): Promise<void>;
}

/** Starts a mail server on a free port. It keeps the mails that it takes. */
export async function startSmtp(): Promise<TestSmtp> {
  const behaviours = new Map<string, SmtpBehaviour>();
  const behaviourOf = (address: string): SmtpBehaviour =>
    behaviours.get(address.toLowerCase()) ?? behaviours.get('') ?? 'accept';
  const smtp: Omit<TestSmtp, 'close'> = {
    url: '',
    mails: [],
    asked: [],
    connections: 0,
    behave: (behaviour, address = '') => void behaviours.set(address.toLowerCase(), behaviour),
    mailsTo: (address) => smtp.mails.filter(({ recipients }) => recipients.includes(address)),
    reset: () => {
      behaviours.clear();
      smtp.mails.length = 0;
      smtp.asked.length = 0;
    },
  };
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onConnect: (_session, done) => {
      smtp.connections += 1;
      done();
    },
    onRcptTo: async ({ address }, _session, done) => {
      smtp.asked.push(address);
      const behaviour = await settled(behaviourOf(address));
      done(refusalAt('RCPT', behaviour));
    },
    onData: async (stream, session, done) => {
      // The sender may be killed in the middle.
      stream.on('error', () => undefined);
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      const behaviour = await settled(behaviourOf(recipients[0]!));
      const cut = () => [...server.connections].find(({ id }) => id === session.id)?.close();
      if (behaviour === 'drop') {
        stream.resume();
        return cut();
      }
      const bytes = await buffer(stream).catch(() => null);
      if (!bytes) return;
      const refusal = refusalAt('DATA', behaviour);
      if (!refusal) {
        smtp.mails.push({ ...(await PostalMime.parse(bytes)), recipients, source: bytes.toString('utf8') });
      }
      return behaviour === 'take and drop' ? cut() : done(refusal);
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  smtp.url = `smtp://127.0.0.1:${port}`;
  return Object.assign(smtp, { close: () => new Promise<void>((resolve) => server.close(() => resolve())) });
}

async function settled(behaviour: SmtpBehaviour): Promise<SmtpBehaviour> {
  if (typeof behaviour === 'string' || !('until' in behaviour)) return behaviour;
  await behaviour.until;
  return settled(behaviour.then);
}

function refusalAt(at: 'RCPT' | 'DATA', behaviour: SmtpBehaviour): (Error & { responseCode?: number }) | undefined {
  if (typeof behaviour === 'string' || !('refuse' in behaviour) || behaviour.refuse.at !== at) return undefined;
  const { sentence, code } = behaviour.refuse;
  return Object.assign(new Error(sentence), { responseCode: code });
}
