import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Tooltip } from './tooltip';

/** Renders two buttons with tooltips, with fake timers. */
function setUp() {
  render(
    <>
      <Tooltip text="Removes it for good">
        <button type="button">Delete</button>
      </Tooltip>
      <Tooltip text="Makes another one">
        <button type="button">Copy</button>
      </Tooltip>
    </>,
  );
  return userEvent.setup({ advanceTimers: jest.advanceTimersByTime, delay: null });
}

const button = (name: string) => screen.getByRole('button', { name });
const wait = (milliseconds: number) => act(async () => jest.advanceTimersByTime(milliseconds));
const isShown = (text: string) => screen.queryByText(text) !== null;

describe('a hint', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(async () => {
    // No tooltip may be open recently when the next test begins.
    await wait(1000);
    jest.useRealTimers();
  });

  it('shows when the pointer has rested for 700 ms, not sooner', async () => {
    const user = setUp();
    await user.hover(button('Delete'));
    await wait(690);
    expect(screen.queryByText('Removes it for good')).not.toBeInTheDocument();
    await wait(20);
    expect(isShown('Removes it for good')).toBe(true);
    await user.unhover(button('Delete'));
    await wait(1000);
  });

  it.each([
    [290, true],
    [310, false],
  ])('%i ms after another one was open: at once is %s', async (pause, atOnce) => {
    const user = setUp();
    await user.hover(button('Delete'));
    await wait(710);
    await user.unhover(button('Delete'));
    // Tooltips close 100 ms after the pointer has left.
    await wait(100 + pause);
    await user.hover(button('Copy'));
    await wait(10);
    expect(isShown('Makes another one')).toBe(atOnce);
    await user.unhover(button('Copy'));
    await wait(1000);
  });

  it('waits again after one that was removed while open', async () => {
    const user = setUp();
    await user.hover(button('Delete'));
    await wait(710);
    cleanup();
    await wait(310);
    await setUp().hover(button('Copy'));
    await wait(690);
    expect(screen.queryByText('Makes another one')).not.toBeInTheDocument();
  });

  it('is not shown on touch, and is shown again for a mouse', async () => {
    const user = setUp();
    await user.pointer({ keys: '[TouchA]', target: document.body });
    await user.pointer({ keys: '[TouchA]', target: button('Delete') });
    await wait(2000);
    expect(screen.queryByText('Removes it for good')).not.toBeInTheDocument();
    await user.hover(document.body);
    await user.hover(button('Copy'));
    await wait(710);
    expect(isShown('Makes another one')).toBe(true);
    await user.unhover(button('Copy'));
    await wait(1000);
  });
});
