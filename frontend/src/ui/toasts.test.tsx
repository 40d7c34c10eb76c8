import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { toast } from '../lib/toast';
import { Toasts } from './toasts';

const show = (kind: 'success' | 'error' | 'info', title: string, description?: string) =>
  act(() => toast[kind](title, description));
const pass = (seconds: number) => act(() => void jest.advanceTimersByTime(seconds * 1000));
const undo = (run: () => void) => act(() => toast.success('Approved', undefined, { label: 'Undo', run }));

it('a toast offers its action also when it was shown before the page could draw it', () => {
  const run = jest.fn();
  undo(run);
  render(<Toasts variant="client" />);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(run).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Approved')).not.toBeInTheDocument();
});

describe.each(['staff', 'client'] as const)('toasts of %s', (variant) => {
  beforeEach(() => {
    jest.useFakeTimers();
    render(<Toasts variant={variant} />);
  });
  afterEach(() => void jest.useRealTimers());

  it.each([
    ['success', 'status'],
    ['info', 'status'],
    ['error', 'alert'],
  ] as const)('of the kind %s are read out by screen readers as %s, at once', (kind, role) => {
    show(kind, 'Title', 'Text');
    expect(screen.getByRole(role)).toHaveTextContent('TitleText');
  });

  it('are shown one at a time', () => {
    show('success', 'First');
    show('error', 'Second');
    expect(screen.queryByText('First')).not.toBeInTheDocument();
    expect(screen.getByText('Second')).toBeVisible();
    act(() => toast.clear());
    expect(screen.queryByText('Second')).not.toBeInTheDocument();
  });

  it('are closed after a while, a new one after its own time', () => {
    show('success', 'Saved');
    pass(3);
    show('success', 'Saved');
    pass(3);
    expect(screen.getByText('Saved')).toBeVisible();
    pass(1);
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });

  it('offer an action for longer', () => {
    undo(() => undefined);
    pass(variant === 'staff' ? 9.9 : 5.9);
    expect(screen.getByText('Approved')).toBeVisible();
    pass(0.1);
    expect(screen.queryByText('Approved')).not.toBeInTheDocument();
  });

  it('stay open while the pointer is on them', () => {
    show('info', 'Image changed');
    fireEvent.pointerEnter(screen.getByRole('status'));
    pass(60);
    expect(screen.getByText('Image changed')).toBeVisible();
    fireEvent.pointerLeave(screen.getByRole('status'));
    pass(6);
    expect(screen.queryByText('Image changed')).not.toBeInTheDocument();
  });

  it('disappear when they are closed', () => {
    show('error', 'Error', 'Failed to approve image');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
