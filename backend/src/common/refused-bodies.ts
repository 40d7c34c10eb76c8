import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from './errors.js';

/** Refused bodies from one network in a minute: more than the forms of a whole office bring about by mistake. */
const MOST = 60;
const REFUSALS = [400, 408, 413, 415];

/** Limits how many bodies are read for somebody whose bodies are refused, since reading them is work. Each process counts for itself. */
export class RefusedBodies {
  private readonly refused = new RateLimiterMemory({ points: MOST, duration: 60 });

  /**
   * Does what reads a body from this network; when that is refused, it counts.
   * @throws AppError 429 after too many, before anything is read
   */
  async attempt<T>(network: string, read: () => Promise<T>): Promise<T> {
    const counted = await this.refused.get(network);
    if (counted && counted.consumedPoints >= MOST) throw tooMany(counted.msBeforeNext);
    try {
      return await read();
    } catch (error) {
      if (error instanceof AppError && REFUSALS.includes(error.getStatus())) await this.refused.penalty(network);
      throw error;
    }
  }
}

function tooMany(milliseconds: number): AppError {
  const message =
    'Too many requests from your network could not be read or were not valid. Please wait a minute, then try again.';
  return new AppError(429, 'TOO_MANY_REQUESTS', message, { retryAfterSeconds: Math.ceil(milliseconds / 1000) });
}
