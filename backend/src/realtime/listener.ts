import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { filter, map, Subject, type Observable } from 'rxjs';
import { CalmLog } from '../common/calm-log.js';
import { DATABASE_URL } from '../database/database.module.js';
import { PatientClient } from '../database/patient-client.js';
import { CHANNEL, type Announcement, type AnnouncementName, type Announcements } from './announcements.js';

const RECONNECT_MS = 500;
/** How long a connection may take. */
const CONNECT_MS = 10_000;
/** How often the connection is asked whether it still lives: who only listens would never hear that it does not. */
const PULSE_MS = 5000;

/** Hears what all processes announce. One connection per process; LISTEN needs a direct one (no transaction pooler). */
@Injectable()
export class Listener implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new CalmLog(new Logger('Listener'));
  private client: PatientClient | null = null;
  private isStopping = false;
  private readonly announcements = new Subject<Announcement>();
  private readonly gaps = new Subject<void>();

  /** Every announcement. */
  readonly all: Observable<Announcement> = this.announcements.asObservable();
  /** The connection stands, for the first time or again: what was announced before was not heard. */
  readonly gap: Observable<void> = this.gaps.asObservable();

  constructor(@Inject(DATABASE_URL) private readonly databaseUrl: string) {}

  /** Announcements of one kind. */
  heard<Name extends AnnouncementName>(name: Name): Observable<Announcements[Name]> {
    return this.all.pipe(
      filter((announcement) => announcement.name === name),
      map((announcement) => announcement.payload as Announcements[Name]),
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
    const client = new PatientClient({ connectionString: this.databaseUrl, connectionTimeoutMillis: CONNECT_MS });
    client.on('error', (error) => this.log.warn(`The listening connection broke: ${error.message}`));
    client.on('notification', ({ payload }) => this.announcements.next(JSON.parse(payload ?? '') as Announcement));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    // Only now: whoever called is told of a failure before, and tries again alone.
    client.on('end', () => void this.reconnect());
    feelPulse(client);
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
        this.log.warn(`The listening connection is not back yet: ${String(error)}`);
      }
    }
  }
}

// Listening twice is listening once; a silent connection ends itself over the question, and is replaced like any that ended.
function feelPulse(client: PatientClient): void {
  const pulse = setInterval(() => void client.query(`LISTEN ${CHANNEL}`).catch(() => undefined), PULSE_MS);
  client.on('end', () => clearInterval(pulse));
}
