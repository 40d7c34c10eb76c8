import { expect, it } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { createQueryClient } from '../query-client';
import { sayQuery, Speaks } from './speaks';
import { useSay } from './say';

function Greeting() {
  return <p>{useSay().text('approve')}</p>;
}

it('speaks English where the texts of the language cannot be loaded', async () => {
  const client = createQueryClient();
  await expect(
    client.fetchQuery({ ...sayQuery('de'), queryFn: () => Promise.reject(new Error('There is no such file.')) }),
  ).rejects.toThrow('There is no such file.');
  render(
    <QueryClientProvider client={client}>
      <Speaks language="de">
        <Greeting />
      </Speaks>
    </QueryClientProvider>,
  );
  expect(screen.getByText('Approve')).toBeVisible();
});

it('draws nothing before the texts are there', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Speaks language="de" meanwhile={<p>…</p>}>
        <Greeting />
      </Speaks>
    </QueryClientProvider>,
  );
  expect(screen.queryByText('Approve')).not.toBeInTheDocument();
  expect(screen.getByText('…')).toBeVisible();
  expect(await screen.findByText('Freigeben')).toBeVisible();
});
