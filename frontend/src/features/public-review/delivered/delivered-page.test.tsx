import type { ReviewLinkView } from '@gmb-moments/backend/contract/links';
import type { DeliveredPhotoView } from '@gmb-moments/backend/contract/review';
import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderRoute } from '../../../test/render-route';
import { fakeServer } from '../../../test/server';
import { anImage, MOMENT_ID, serve, VIEW } from '../images/images.fixtures';

const TOKEN = 'Zm9yYmlkZGVuLWxpbmstMQ';
const AT = '2026-11-25T12:00:00Z';
const SEEN = {
  branding: { name: 'North Star Local', primaryColor: '#c2410c', logoUrl: null },
  client: { business: 'Harbor Dental' },
  language: 'en',
  state: 'open',
  reviewer: { name: 'Maria Lopez' },
  mayDecide: true,
} as const;

function aPhoto(given: Partial<DeliveredPhotoView> = {}): DeliveredPhotoView {
  return {
    id: 'image-1',
    number: 1,
    previewUrl: '/media/1-1600.webp',
    thumbnailUrl: '/media/1-480.webp',
    width: 800,
    height: 600,
    title: 'Tulips in daylight',
    description: 'Tulips stand in the window.',
    approvedBy: 'Maria Lopez',
    approvedAt: '2026-11-24T12:00:00Z',
    deliveredAt: AT,
    before: null,
    ...given,
  };
}

function open(path: string, photos: DeliveredPhotoView[], view: ReviewLinkView) {
  serve([anImage({ status: 'approved' })]);
  fakeServer.on(`GET /api/public/${MOMENT_ID}`, { body: { ...VIEW, moment: { ...VIEW.moment, deliveredAt: AT } } });
  fakeServer.on(`GET /api/public/${MOMENT_ID}/delivered`, { body: photos });
  fakeServer.on('GET /api/review-link', { body: view });
  fakeServer.on('POST /api/review-link/opened', { status: 204 });
  window.history.replaceState(null, '', path);
  return renderRoute(path);
}

describe('the page of what was delivered', () => {
  afterEach(() => window.history.replaceState(null, '', '/'));

  it('shows each photo as it left, who approved it, and what it was before', async () => {
    const before = { title: 'Tulips, dark', description: 'Tulips stand in the window.', feedback: 'Too dark' };
    const photos = [aPhoto({ before }), aPhoto({ id: 'image-2', number: 3, title: 'Roses', approvedBy: null })];
    open(`/r/${TOKEN}/delivered`, photos, { ...SEEN, opens: 'moment', id: MOMENT_ID });
    const first = within(await screen.findByRole('article', { name: 'Image 1: Tulips in daylight' }));
    expect(screen.getByText('2 photos, exactly as they were approved')).toBeVisible();
    expect(screen.getByText('Delivered on November 25, 2026')).toBeVisible();
    expect(first.getByText('Approved by Maria Lopez on November 24, 2026')).toBeVisible();
    expect(first.getByText('Too dark')).toBeVisible();
    expect(first.getByText('Title before')).toBeVisible();
    expect(first.queryByText('Description before')).not.toBeInTheDocument();
    const second = within(screen.getByRole('article', { name: 'Image 3: Roses' }));
    expect(second.getByText('Approved on November 24, 2026')).toBeVisible();
    expect(second.queryByText('Title before')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to the review' })).toHaveAttribute('href', `/r/${TOKEN}`);
    expect(screen.queryByRole('button', { name: /Approve|Reject/ })).not.toBeInTheDocument();
  });

  it('says when a photo was delivered where that was earlier than the last delivery', async () => {
    const photos = [aPhoto({ deliveredAt: '2026-11-20T12:00:00Z' }), aPhoto({ id: 'image-2', number: 2 })];
    open(`/r/${TOKEN}/delivered`, photos, { ...SEEN, opens: 'moment', id: MOMENT_ID });
    const [first, second] = await screen.findAllByRole('article');
    expect(within(first!).getByText('Delivered on November 20, 2026')).toBeVisible();
    expect(within(second!).queryByText(/Delivered/)).not.toBeInTheDocument();
  });

  it('says that nothing stands as it was delivered', async () => {
    open(`/r/${TOKEN}/delivered`, [], { ...SEEN, opens: 'moment', id: MOMENT_ID });
    expect(await screen.findByRole('heading', { name: 'Nothing here as it was delivered' })).toBeVisible();
  });

  it('is reached from the review page', async () => {
    open(`/r/${TOKEN}`, [], { ...SEEN, opens: 'moment', id: MOMENT_ID });
    const link = await screen.findByRole('link', { name: 'See what was delivered' });
    expect(link).toHaveAttribute('href', `/r/${TOKEN}/delivered`);
    expect(screen.getByText('Delivered on November 25, 2026')).toBeVisible();
  });

  describe('of one of all reviews', () => {
    const item = { kind: 'moment', id: MOMENT_ID, title: 'Opening day', status: 'approved', coverUrl: null } as const;
    const items = [{ ...item, dueOn: null, decided: 2, total: 2, deliveredAt: AT }];
    const address = `/r/${TOKEN}/moments/${MOMENT_ID}/delivered`;

    it('is reached from their list', async () => {
      open(`/r/${TOKEN}`, [], { ...SEEN, opens: 'portal', items });
      const decided = within(await screen.findByRole('region', { name: 'Decided' }));
      expect(decided.getByRole('link')).toHaveAttribute('href', address);
      expect(decided.getByText('Delivered on November 25, 2026')).toBeVisible();
    });

    it('has the ways back', async () => {
      open(address, [aPhoto()], { ...SEEN, opens: 'portal', items });
      expect(await screen.findByRole('article')).toBeVisible();
      expect(screen.getByRole('link', { name: 'All your reviews' })).toHaveAttribute('href', `/r/${TOKEN}`);
      const back = screen.getByRole('link', { name: 'Back to the review' });
      expect(back).toHaveAttribute('href', `/r/${TOKEN}/moments/${MOMENT_ID}`);
    });
  });
});
