import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { LongText } from './long-text';

const { ResizeObserver: stub } = globalThis;
let tell: () => void;

/** jsdom measures nothing: says how high all text is, and how much of it shows. */
function measured(scrollHeight: number, clientHeight: number): void {
  for (const [name, value] of Object.entries({ scrollHeight, clientHeight })) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value });
  }
  act(() => tell());
}

describe('a long text', () => {
  beforeEach(() => {
    globalThis.ResizeObserver = class extends stub {
      constructor(callback: ResizeObserverCallback) {
        super(callback);
        tell = () => callback([], this);
      }
    };
    render(<LongText text="Garden roses" missing="None yet" />);
  });
  afterEach(() => {
    globalThis.ResizeObserver = stub;
    for (const name of ['scrollHeight', 'clientHeight']) Reflect.deleteProperty(HTMLElement.prototype, name);
  });

  it('opens and folds on request', () => {
    measured(120, 80);
    fireEvent.click(screen.getByRole('button', { name: 'More', expanded: false }));
    fireEvent.click(screen.getByRole('button', { name: 'Less', expanded: true }));
    expect(screen.getByRole('button', { name: 'More' })).toBeVisible();
    expect(screen.getByText('Garden roses')).toBeVisible();
  });

  it('needs no button where all of it shows', () => {
    measured(80, 80);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('keeps its button while nothing of it shows', () => {
    measured(120, 80);
    measured(0, 0);
    expect(screen.getByRole('button', { name: 'More' })).toBeVisible();
  });
});
