import {
  Inject,
  Injectable,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { filter, map, Subject, type Observable } from 'rxjs';
import { ThrottledLogger } from '../logging/throttled-logger.js';
import { DATABASE_URL, TimeoutClient } from '../database/timeout-client.js';
import { CHANNEL, type PublishedEvent, type EventName, type EventPayloads } from './publish.js';

const RECONNECT_MS = 500;
/** Timeout of connecting, in milliseconds. */
const CONNECT_MS = 10_000;
/**
 * Interval of a query that checks the connection, because a lost connection is not noticed while it only waits for
 * notifications.
 */
const CHECK_MS = 5000;

/** Receives the events of all processes. One connection per process; LISTEN needs a direct one (no transaction pooler). */
@Injectable()
export class EventSubscriber implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new ThrottledLogger(new Logger('Events'));
  private client: TimeoutClient | null = null;
  private isStopping = false;
  private readonly events = new Subject<PublishedEvent>();
  private readonly gaps = new Subject<void>();

  /** Every event. */
  readonly all: Observable<PublishedEvent> = this.events.asObservable();
  /** Emits whenever the connection is established: events before that may have been missed. */
  readonly gap: Observable<void> = this.gaps.asObservable();

  constructor(@Inject(DATABASE_URL) private readonly databaseUrl: string) {}

  /** The payloads of one kind of event. */
  on<Name extends EventName>(name: Name): Observable<EventPayloads[Name]> {
    return this.all.pipe(
      filter((event) => event.name === name),
      map((event) => event.payload as EventPayloads[Name]),
    );
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.connect();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new TimeoutClient({ connectionString: this.databaseUrl, connectionTimeoutMillis: CONNECT_MS });
    client.on('error', (error) =>
      this.log.warn(`Lost the connection for events, which is made again in ${RECONNECT_MS} ms: ${error.message}`),
    );
    client.on('notification', ({ payload }) => {
      const event = parseEvent(payload);
      if (event) this.events.next(event);
      else this.log.warn(`Ignored a notification on ${CHANNEL} that is no event: another program sent it`);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    // Registered only now, since an earlier failure is thrown, and the caller reconnects.
    client.on('end', () => void this.reconnect());
    checkRegularly(client);
    this.client = client;
    this.gaps.next();
    if (this.isStopping) await client.end();
  }

  private async reconnect(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
      if (this.isStopping) return;
      try {
        await this.connect();
        return;
      } catch (error) {
        this.log.warn(`Failed to connect for events; retrying in ${RECONNECT_MS} ms: ${String(error)}`);
      }
    }
  }
}

@Module({ providers: [EventSubscriber], exports: [EventSubscriber] })
export class EventsModule {}

/** `null` for an invalid text. */
function parseEvent(text = ''): PublishedEvent | null {
  try {
    const event = JSON.parse(text) as PublishedEvent | null;
    return typeof event?.name === 'string' && event.payload instanceof Object ? event : null;
  } catch {
    return null;
  }
}

// Repeats LISTEN, which has no effect, except that a connection that does not answer in time is closed and replaced.
function checkRegularly(client: TimeoutClient): void {
  const checks = setInterval(() => void client.query(`LISTEN ${CHANNEL}`).catch(() => undefined), CHECK_MS);
  client.on('end', () => clearInterval(checks));
}
