import { Client, type ClientConfig } from 'pg';

/**
 * Session settings that the product relies on, whatever is configured for the server, the database or the role:
 * formats of values, isolation level, and no timeouts of sessions in use. A read-only default is left, since it
 * protects a database on purpose. `transaction_timeout` exists since PostgreSQL 17.
 */
const PINNED = {
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  default_transaction_isolation: 'read committed',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  transaction_timeout: '0',
};

/** Settings of PostgreSQL with their values; a time without a unit is in milliseconds. */
export type SessionSettings = Partial<Record<keyof typeof PINNED | 'search_path', string | number>>;

/** The configuration of a client, or of a pool of clients. */
export type SessionConfig = ClientConfig & {
  /** Other values than the pinned ones. */
  session?: SessionSettings;
};

/**
 * A connection with the pinned settings. They are set after connecting, because a pooler such as PgBouncer refuses
 * them as startup parameters.
 */
export class SessionClient extends Client {
  private readonly settings: string;

  constructor(config?: SessionConfig) {
    super(config);
    const values = Object.entries({ ...PINNED, ...config?.session });
    this.settings = `SELECT ${values.map(([name, value]) => this.setting(name, String(value))).join(', ')}`;
  }

  override connect(): Promise<Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<Client> | void {
    const connected = this.connectAndSet();
    if (!callback) return connected;
    // The driver's pool calls back without an argument on success, which its type does not allow.
    connected.then(() => (callback as () => void)(), callback);
  }

  private async connectAndSet(): Promise<Client> {
    // A connection that is lost meanwhile rejects this promise; callers add their error listeners only afterwards.
    const ignore = (): void => undefined;
    this.on('error', ignore);
    await super.connect();
    try {
      await this.query(this.settings);
      this.off('error', ignore);
      return this;
    } catch (error) {
      void this.end().catch(() => undefined);
      throw error;
    }
  }

  /** The statement for a setting; it does nothing if the server does not know the setting. */
  private setting(name: string, value: string): string {
    const set = `set_config('${name}', ${this.escapeLiteral(value)}, false)`;
    return name === 'transaction_timeout'
      ? `CASE WHEN current_setting('${name}', true) IS NOT NULL THEN ${set} END`
      : set;
  }
}
