import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Choice } from './choice';

const FRUITS = ['All fruits', 'Apple', 'Apricot', 'Banana', 'Blood orange'].map((label) => ({ value: label, label }));

function Fruits() {
  const [fruit, setFruit] = useState('All fruits');
  return <Choice aria-label="Fruit" value={fruit} options={FRUITS} onChange={setFruit} />;
}

/** The list of fruits, in focus, on a clock that the test moves. */
async function setUp() {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  render(<Fruits />);
  await user.tab();
  expect(screen.getByLabelText('Fruit')).toHaveFocus();
  const chosen = () => document.querySelector('.ant-select-content')!.textContent;
  return { user, chosen };
}

describe('typing in a list of choices', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('chooses the entry that begins with what was typed', async () => {
    const { user, chosen } = await setUp();
    await user.keyboard('APR');
    expect(chosen()).toBe('Apricot');
    await user.keyboard('{Control>}b{/Control}');
    expect(chosen()).toBe('Apricot');
  });

  it('starts a new text after a second', async () => {
    const { user, chosen } = await setUp();
    await user.keyboard('b');
    expect(chosen()).toBe('Banana');
    jest.advanceTimersByTime(999);
    await user.keyboard('l');
    expect(chosen()).toBe('Blood orange');
    jest.advanceTimersByTime(1000);
    await user.keyboard('a');
    expect(chosen()).toBe('All fruits');
  });

  it('moves to the next entry with the same letter', async () => {
    const { user, chosen } = await setUp();
    await user.keyboard('a');
    expect(chosen()).toBe('Apple');
    await user.keyboard('a');
    expect(chosen()).toBe('Apricot');
    await user.keyboard('a');
    expect(chosen()).toBe('All fruits');
  });

  it('uses a space as part of the typed text, or else to open the list, which a choice closes', async () => {
    const { user, chosen } = await setUp();
    const field = screen.getByLabelText('Fruit');
    await user.keyboard('blood o');
    expect(chosen()).toBe('Blood orange');
    expect(field).toHaveAttribute('aria-expanded', 'false');
    jest.advanceTimersByTime(1000);
    await user.keyboard(' ');
    expect(field).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('ap');
    expect(chosen()).toBe('Apple');
    expect(field).toHaveAttribute('aria-expanded', 'false');
  });
});
