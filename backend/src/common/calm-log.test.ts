import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { CalmLog } from './calm-log.js';

describe('the log of a trouble that repeats itself', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('tells it at once, then twice a minute with how often it came', () => {
    const told: string[] = [];
    const logger = new Logger('Test');
    logger.warn = (message: string) => void told.push(message);
    const log = new CalmLog(logger);
    for (let second = 0; second < 65; second += 1) {
      log.warn('Redis is away');
      jest.advanceTimersByTime(1000);
    }
    expect(told).toEqual([
      'Redis is away',
      'Redis is away (and 29 times before, like this or similar)',
      'Redis is away (and 29 times before, like this or similar)',
    ]);
  });
});
