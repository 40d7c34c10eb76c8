import { expect, it } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createQueryClient } from '../query-client';
import { translatorQuery, LanguageProvider } from './language-provider';
import { GERMAN } from './de';
import { Translator, useTranslator } from './translator';

/** Simulates the duration of loading. */
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function Greeting() {
  return <p>{useTranslator().text('approve')}</p>;
}

it('speaks English where the texts of the language cannot be loaded', async () => {
  const client = createQueryClient();
  await expect(
    client.fetchQuery({ ...translatorQuery('de'), queryFn: () => Promise.reject(new Error('There is no such file.')) }),
  ).rejects.toThrow('There is no such file.');
  render(
    <QueryClientProvider client={client}>
      <LanguageProvider language="de">
        <Greeting />
      </LanguageProvider>
    </QueryClientProvider>,
  );
  expect(screen.getByText('Approve')).toBeVisible();
});

it('keeps what was typed in English while the texts are asked for once more', async () => {
  const user = userEvent.setup();
  const client = createQueryClient();
  const query = translatorQuery('de');
  const failed = () => Promise.reject(new Error('There is no such file.'));
  await expect(client.fetchQuery({ ...query, queryFn: failed })).rejects.toThrow('There is no such file.');
  render(
    <QueryClientProvider client={client}>
      <LanguageProvider language="de">
        <Greeting />
        <input aria-label="Feedback" />
      </LanguageProvider>
    </QueryClientProvider>,
  );
  await user.type(screen.getByLabelText('Feedback'), 'Too dark');
  void client.fetchQuery({ ...query, queryFn: () => delay(50).then(() => new Translator('de', GERMAN)) });
  expect(await screen.findByText('Freigeben')).toBeVisible();
  expect(screen.getByLabelText('Feedback')).toHaveValue('Too dark');
});

it('draws nothing before the texts are there', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LanguageProvider language="de" placeholder={<p>…</p>}>
        <Greeting />
      </LanguageProvider>
    </QueryClientProvider>,
  );
  expect(screen.queryByText('Approve')).not.toBeInTheDocument();
  expect(screen.getByText('…')).toBeVisible();
  expect(await screen.findByText('Freigeben')).toBeVisible();
});
