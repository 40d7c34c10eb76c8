import { Client, type ClientConfig } from 'pg';
import { nameOf } from './prepared.js';

/** How long a query may go unanswered. Ours take milliseconds; those that wait for each other's locks take little more. */
const SILENCE_MS = 7000;

/**
 * A connection that counts as lost when the database stays silent over a question: otherwise a network that broke without
 * a word would leave it waiting for ever, and give it to the next one in need of a connection.
 */
export class PatientClient extends Client {
  constructor(config?: ClientConfig & { silenceMs?: number }) {
    super(config);
    const { connection } = this;
    const ask = this.query.bind(this) as (...question: unknown[]) => unknown;
    let patience: NodeJS.Timeout | undefined;
    const calm = (): void => {
      clearTimeout(patience);
      patience = undefined;
    };
    this.query = ((...question: unknown[]) => {
      // A further question is no sign of life.
      patience ??= setTimeout(() => connection.stream.destroy(), config?.silenceMs ?? SILENCE_MS).unref();
      return ask(...named(question));
    }) as typeof this.query;
    // Each part of an answer is a sign of life; `drain` tells that nothing is asked any more.
    connection.on('message', () => void patience?.refresh());
    this.on('drain', calm).on('end', calm);
  }
}

function named([text, values, ...rest]: unknown[]): unknown[] {
  const name = typeof text === 'string' ? nameOf(text) : undefined;
  return name ? [{ name, text, values }, ...rest] : [text, values, ...rest];
}
