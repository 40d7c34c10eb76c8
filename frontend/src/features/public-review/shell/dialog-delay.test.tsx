import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useDelayed } from './review';

describe('a delayed action', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('runs once after the delay, with the arguments of the last call', () => {
    const asked: string[] = [];
    const { result } = renderHook(() => useDelayed((name: string) => asked.push(name), 200));
    act(() => result.current('first'));
    act(() => void jest.advanceTimersByTime(150));
    act(() => result.current('second'));
    act(() => void jest.advanceTimersByTime(199));
    expect(asked).toEqual([]);
    act(() => void jest.advanceTimersByTime(1));
    expect(asked).toEqual(['second']);
  });
});
