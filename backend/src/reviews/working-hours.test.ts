import { describe, expect, it } from '@jest/globals';
import { nextWorkingHour, reminderTime, reminderTimes } from './working-hours.js';

describe('reminders', () => {
  it.each([
    // Wednesday, 25 November 2026.
    ['2026-11-25T12:00:00Z', 1, 'Europe/Berlin', '2026-11-26T09:00:00.000Z'],
    ['2026-11-25T23:30:00Z', 1, 'Europe/Berlin', '2026-11-27T09:00:00.000Z'],
    ['2026-11-25T12:00:00Z', 3, 'UTC', '2026-11-30T10:00:00.000Z'],
    ['2026-11-26T12:00:00Z', 3, 'UTC', '2026-11-30T10:00:00.000Z'],
    // Over the end of summer time.
    ['2026-10-23T12:00:00Z', 3, 'Europe/Berlin', '2026-10-26T09:00:00.000Z'],
    ['2026-11-25T12:00:00Z', 1, 'Asia/Kolkata', '2026-11-26T04:30:00.000Z'],
  ])('a reminder due from %s in %i days in %s comes at ten on a working day: %s', (from, days, zone, expected) => {
    expect(reminderTime(new Date(from), days, zone).toISOString()).toBe(expected);
  });

  it.each([
    ['2026-11-25T12:00:00Z', 'UTC', undefined],
    ['2026-11-25T08:59:00Z', 'UTC', '2026-11-25T09:00:00.000Z'],
    ['2026-11-25T18:00:00Z', 'UTC', '2026-11-26T09:00:00.000Z'],
    ['2026-11-27T18:00:00Z', 'UTC', '2026-11-30T09:00:00.000Z'],
    ['2026-11-28T12:00:00Z', 'UTC', '2026-11-30T09:00:00.000Z'],
    ['2026-11-25T02:00:00Z', 'America/Los_Angeles', '2026-11-25T17:00:00.000Z'],
  ])('a reminder at %s in %s waits until %s', (now, zone, expected) => {
    expect(nextWorkingHour(new Date(now), zone)?.toISOString()).toBe(expected);
  });

  it('several reminders on the same day become one', () => {
    // Shared on a Friday: one and three days later is Monday.
    const times = reminderTimes(new Date('2026-11-27T12:00:00Z'), [5, 3, 1], 'UTC');
    expect(times.map((time) => time.toISOString())).toEqual(['2026-11-30T10:00:00.000Z', '2026-12-02T10:00:00.000Z']);
  });
});
