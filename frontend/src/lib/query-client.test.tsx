import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { failure, fakeServer } from '../test/server';
import { http } from './http';
import { createQueryClient } from './query-client';

const CALL = 'GET /api/clients';
const DAY = 24 * 60 * 60 * 1000;

function Clients() {
  const { data, error } = useQuery<string[]>({ queryKey: ['/api/clients'] });
  return <p>{error?.message ?? data?.join() ?? 'Loading'}</p>;
}

function Save() {
  const { mutate, error } = useMutation({ mutationFn: () => http.post('/api/clients', {}) });
  return <button onClick={() => mutate()}>{error?.message ?? 'Save'}</button>;
}

/** Renders a component with cached data. */
function open(children: React.ReactNode, client = createQueryClient()) {
  return render(<QueryClientProvider client={client}>{children}</QueryClientProvider>);
}

/** Advances the clock by a day, then fires `focus` and `online`. */
async function pass() {
  await act(async () => {
    await jest.advanceTimersByTimeAsync(DAY);
    for (const name of ['focus', 'online']) window.dispatchEvent(new Event(name));
    document.dispatchEvent(new Event('visibilitychange'));
    await jest.advanceTimersByTimeAsync(DAY);
  });
}

describe('the defaults of all queries and mutations', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('never refetches a query on focus, on an interval or on remount', async () => {
    fakeServer.on(CALL, { body: ['Acme'] });
    const client = createQueryClient();
    const first = open(<Clients />, client);
    expect(await screen.findByText('Acme')).toBeVisible();
    await pass();
    expect(
      client
        .getQueryCache()
        .find({ queryKey: ['/api/clients'] })
        ?.isStale(),
    ).toBe(false);
    open(<Clients />, client);
    expect(screen.getAllByText('Acme')).toHaveLength(2);
    first.unmount();
    open(<Clients />, client);
    await pass();
    expect(fakeServer.calls(CALL)).toHaveLength(1);
  });

  it('does not retry a failed query', async () => {
    fakeServer.on(CALL, failure(503, 'DATABASE_UNAVAILABLE', 'Down.'));
    open(<Clients />);
    expect(await screen.findByText(/^503: /)).toBeVisible();
    await pass();
    expect(fakeServer.calls(CALL)).toHaveLength(1);
  });

  it('does not retry a failed mutation', async () => {
    fakeServer.on('POST /api/clients', failure(503, 'DATABASE_UNAVAILABLE', 'Down.'));
    open(<Save />);
    fireEvent.click(screen.getByText('Save'));
    await waitFor(() => expect(screen.getByRole('button')).toHaveTextContent(/^503: /));
    await pass();
    expect(fakeServer.calls('POST /api/clients')).toHaveLength(1);
  });
});
