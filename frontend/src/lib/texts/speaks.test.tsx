import { expect, it } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createQueryClient } from '../query-client';
import { sayQuery, Speaks } from './speaks';
import { GERMAN } from './de';
import { Say, useSay } from './say';

/** As long as a load takes. */
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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

it('keeps what was typed in English while the texts are asked for once more', async () => {
  const user = userEvent.setup();
  const client = createQueryClient();
  const query = sayQuery('de');
  const failed = () => Promise.reject(new Error('There is no such file.'));
  await expect(client.fetchQuery({ ...query, queryFn: failed })).rejects.toThrow('There is no such file.');
  render(
    <QueryClientProvider client={client}>
      <Speaks language="de">
        <Greeting />
        <input aria-label="Feedback" />
      </Speaks>
    </QueryClientProvider>,
  );
  await user.type(screen.getByLabelText('Feedback'), 'Too dark');
  void client.fetchQuery({ ...query, queryFn: () => delay(50).then(() => new Say('de', GERMAN)) });
  expect(await screen.findByText('Freigeben')).toBeVisible();
  expect(screen.getByLabelText('Feedback')).toHaveValue('Too dark');
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
