import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { signedIn } from '../../../test/render-route';
import { failure, fakeServer } from '../../../test/server';
import { openMoment } from '../moment-page.fixture';
import { anImage } from '../../../records/moments.fixture';

const REJECTED = anImage(1, { status: 'rejected', feedback: 'Too dark' });

describe('the answer to the client’s feedback', () => {
  beforeEach(signedIn);

  it('is written below the feedback, and shown once it is saved', async () => {
    const { user } = await openMoment({ images: [REJECTED] });
    fakeServer.on('PUT /api/images/image-1/reply', () => {
      const answered = { ...REJECTED, reply: 'We made it brighter.' };
      fakeServer.on('GET /api/moments/moment-1/images', { body: [answered] });
      return { body: answered };
    });
    await user.click(await screen.findByRole('button', { name: /^Answer the client/ }));
    await user.type(screen.getByRole('textbox', { name: /^Answer to the client/ }), ' We made it brighter. ');
    await user.click(screen.getByRole('button', { name: 'Save answer' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /^Answer to the client/ })).toBeNull());
    expect(await screen.findByText('We made it brighter.')).toBeVisible();
    expect(fakeServer.calls('PUT /api/images/image-1/reply')[0]!.json).toEqual({ reply: 'We made it brighter.' });
  });

  it('stays in its field where it could not be saved', async () => {
    const { user } = await openMoment({ images: [REJECTED] });
    fakeServer.on(
      'PUT /api/images/image-1/reply',
      failure(503, 'DATABASE_UNAVAILABLE', 'Please try again in a minute.'),
    );
    await user.click(await screen.findByRole('button', { name: /^Answer the client/ }));
    await user.type(screen.getByRole('textbox', { name: /^Answer to the client/ }), 'Brighter');
    await user.click(screen.getByRole('button', { name: 'Save answer' }));
    expect(await screen.findByText('Please try again in a minute.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: /^Answer to the client/ })).toHaveValue('Brighter');
  });
});
