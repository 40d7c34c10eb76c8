import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { ThrottledLogger } from './throttled-logger.js';

describe('ThrottledLogger', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('logs a repeated warning at once, then twice a minute with how many were left out', () => {
    const logged: string[] = [];
    const logger = new Logger('Test');
    logger.warn = (message: string) => void logged.push(message);
    const throttled = new ThrottledLogger(logger);
    for (let second = 0; second < 65; second += 1) {
      throttled.warn('Redis is away');
      jest.advanceTimersByTime(1000);
    }
    expect(logged).toEqual([
      'Redis is away',
      'Redis is away (and 29 times before, like this or similar)',
      'Redis is away (and 29 times before, like this or similar)',
    ]);
  });
});
