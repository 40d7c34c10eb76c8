import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { anImage } from './review.fixtures';
import { useRejecting } from './use-rejecting';

describe('the reject dialog', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('opens 200 ms after the click, for the image that was clicked last', () => {
    const images = [anImage(), anImage()] as const;
    const { result } = renderHook(() => useRejecting([...images]));
    act(() => result.current.open(images[0]));
    act(() => void jest.advanceTimersByTime(150));
    act(() => result.current.open(images[1]));
    act(() => void jest.advanceTimersByTime(199));
    expect(result.current.image).toBeUndefined();
    act(() => void jest.advanceTimersByTime(1));
    expect(result.current.image).toBe(images[1]);
  });
});
