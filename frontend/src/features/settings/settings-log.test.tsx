import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';

describe('settings that cannot be loaded', () => {
  it('are logged, without a toast', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    signedIn();
    fakeServer.on('GET /api/settings', failure(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached.'));
    fakeServer.on('GET /api/agencies', { body: [] });
    renderRoute('/agencies');
    expect(await screen.findByText('No agencies yet')).toBeVisible();
    await waitFor(() =>
      expect(log).toHaveBeenCalledWith(
        'The branding settings could not be loaded.',
        expect.objectContaining({ status: 503 }),
      ),
    );
    expect(screen.queryByRole('alert')).toBeNull();
    log.mockRestore();
  });
});
