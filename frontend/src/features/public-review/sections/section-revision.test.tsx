import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { aView, card, open, serve } from './sections.fixtures';

const NONE = { description: null, services: null, serviceAreas: null, faqs: null, keywords: null };

describe('a suggestion that was changed since it was rejected', () => {
  beforeEach(() => {
    serve(
      aView({
        servicesSuggestion: 'Bouquets\nWedding flowers',
        servicesFeedback: 'Weddings are missing',
        earlierSuggestions: { ...NONE, services: 'Bouquets\nFunerals' },
      }),
    );
  });

  it('is marked, with the feedback', async () => {
    await open();
    expect(card('Services').getByText('Revised')).toBeVisible();
    expect(card('Services').getByText('Pending Review')).toBeVisible();
    expect(card('Services').getByText('Your earlier feedback')).toBeVisible();
    expect(card('Services').getByText('Weddings are missing')).toBeVisible();
    expect(screen.getAllByText('Revised')).toHaveLength(1);
  });

  it('shows on demand what changed', async () => {
    const user = await open();
    await user.click(card('Services').getByRole('button', { name: 'Show what changed' }));
    const earlier = await card('Services').findByText('Funerals');
    expect(earlier.closest('del')).toBeVisible();
    expect(card('Services').getByText('1 new · 1 unchanged · 1 removed', { exact: false })).toBeVisible();
    await user.click(card('Services').getByRole('button', { name: 'Hide what changed' }));
    expect(card('Services').queryByText('Funerals')).not.toBeInTheDocument();
  });
});
