import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { LongText } from './long-text';

const { ResizeObserver: stub } = globalThis;
let resized: () => void;

/** Stubs layout, which jsdom lacks: the height of the whole text, and of its visible part. */
function measured(scrollHeight: number, clientHeight: number): void {
  for (const [name, value] of Object.entries({ scrollHeight, clientHeight })) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value });
  }
  act(() => resized());
}

describe('a long text', () => {
  beforeEach(() => {
    globalThis.ResizeObserver = class extends stub {
      constructor(callback: ResizeObserverCallback) {
        super(callback);
        resized = () => callback([], this);
      }
    };
    render(<LongText text="Garden roses" missing="None yet" />);
  });
  afterEach(() => {
    globalThis.ResizeObserver = stub;
    for (const name of ['scrollHeight', 'clientHeight']) Reflect.deleteProperty(HTMLElement.prototype, name);
  });

  it('expands and collapses on request', () => {
    measured(120, 80);
    fireEvent.click(screen.getByRole('button', { name: 'More', expanded: false }));
    fireEvent.click(screen.getByRole('button', { name: 'Less', expanded: true }));
    expect(screen.getByRole('button', { name: 'More' })).toBeVisible();
    expect(screen.getByText('Garden roses')).toBeVisible();
  });

  it('has no button if all of it is visible', () => {
    measured(80, 80);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('keeps its button while it is hidden', () => {
    measured(120, 80);
    measured(0, 0);
    expect(screen.getByRole('button', { name: 'More' })).toBeVisible();
  });
});
