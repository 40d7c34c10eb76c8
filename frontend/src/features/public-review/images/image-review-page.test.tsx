import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderRoute } from '../../../test/render-route';
import { failure, fakeServer } from '../../../test/server';
import { anImage, MOMENT_ID, serve, VIEW } from './images.fixtures';

const PAGE = `/public/${MOMENT_ID}`;
const card = (name: string | RegExp) => screen.getByRole('article', { name });

describe('the page of a public link', () => {
  it('shows the brand, the moment and the client', async () => {
    serve([anImage()]);
    renderRoute(PAGE);
    expect(await screen.findByRole('heading', { level: 1, name: 'Spring campaign' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Review & Approve Content' })).toBeVisible();
    expect(screen.getByText('Fleur & Co')).toBeVisible();
    expect(screen.getByText('Northlight')).toBeVisible();
    expect(screen.getByRole('img', { name: 'Northlight logo' })).toHaveAttribute('src', '/media/logo.png');
    expect(document.title).toBe('Spring campaign');
  });

  it('falls back to the default brand and colour, and to "Loading..." for the business', async () => {
    serve([anImage()]);
    fakeServer.on(`GET /api/public/${MOMENT_ID}/branding`, failure(500, 'INTERNAL_ERROR', 'Something went wrong.'));
    fakeServer.on(`GET /api/public/${MOMENT_ID}`, { body: { ...VIEW, client: { business: '' } } });
    renderRoute(PAGE);
    const brand = await screen.findByText('GMB Moments');
    expect(brand.closest<HTMLElement>('.review')?.style.getPropertyValue('--brand')).toBe('#000000');
    expect(screen.getByText('Loading...')).toBeVisible();
    expect(screen.queryByRole('img', { name: /logo/ })).not.toBeInTheDocument();
    expect(document.querySelector('header svg')).toBeVisible();
  });

  it.each([
    ['2999-12-03', 'Please decide by Tuesday, December 3.'],
    ['2020-12-03', 'This was to be decided by Thursday, December 3. You can still decide.'],
  ])('asks to decide by %s', async (dueOn, words) => {
    serve([anImage()]);
    fakeServer.on(`GET /api/public/${MOMENT_ID}`, { body: { ...VIEW, moment: { ...VIEW.moment, dueOn } } });
    renderRoute(PAGE);
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('says in place of a picture that it cannot be shown, and loads it again by itself', async () => {
    serve([anImage()]);
    renderRoute(PAGE);
    const article = await screen.findByRole('article', { name: /^Image 1/ });
    const picture = () => article.querySelector<HTMLImageElement>('img')!;
    const words = 'This picture cannot be shown right now. It will appear here by itself.';
    const first = picture();
    fireEvent.error(first);
    expect(within(article).getByText(words)).toBeVisible();
    expect(first).not.toBeVisible();
    await waitFor(() => expect(picture()).not.toBe(first), { timeout: 5000 });
    fireEvent.load(picture());
    expect(within(article).queryByText(words)).not.toBeInTheDocument();
    expect(picture()).toBeVisible();
  });

  it('says that there are no images yet', async () => {
    serve([]);
    renderRoute(PAGE);
    expect(await screen.findByText('No images yet')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Approve All Pending' })).not.toBeInTheDocument();
  });
});

describe('an image card', () => {
  it('shows number, image, title and description', async () => {
    serve([anImage({ title: 'Tulips', description: 'Red ones' }), anImage({ title: '', description: '' })]);
    renderRoute(PAGE);
    const first = within(await screen.findByRole('article', { name: 'Image 1: Tulips' }));
    expect(first.getByText('#1')).toBeVisible();
    expect(first.getByText('Title')).toBeVisible();
    expect(first.getByText('Tulips')).toBeVisible();
    expect(first.getByText('Description')).toBeVisible();
    expect(first.getByText('Red ones')).toBeVisible();
    const second = within(card('Image 2: Photo 2'));
    expect(second.getByText('#2')).toBeVisible();
    expect(second.getAllByText('—')).toHaveLength(2);
    expect(second.getByRole('img', { name: 'Photo 2' })).toBeVisible();
  });

  it('reserves the place of its image and loads only what is needed', async () => {
    const [landscape] = serve([anImage(), anImage({ width: 900, height: 1200 })]);
    renderRoute(PAGE);
    const [first, second] = await screen.findAllByRole('img', { name: /Title/ });
    expect(first).toHaveAttribute('width', '4000');
    expect(first).toHaveAttribute('height', '3000');
    expect(first).toHaveAttribute('src', landscape?.thumbnailUrl);
    expect(first).not.toHaveAttribute('srcset');
    for (const picture of [first, second]) fireEvent.load(picture!);
    expect(first).toHaveAttribute('srcset', `${landscape?.thumbnailUrl} 480w, ${landscape?.previewUrl} 1600w`);
    expect(first).toHaveAttribute('loading', 'eager');
    expect(first).toHaveAttribute('fetchpriority', 'high');
    expect(second?.getAttribute('srcset')).toMatch(/360w, .* 900w$/);
    expect(second).toHaveAttribute('loading', 'lazy');
  });

  it('is shown for each image of a full package', async () => {
    serve(Array.from({ length: 30 }, () => anImage()));
    renderRoute(PAGE);
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(30));
    expect(screen.getByText('0 of 30 decided')).toBeVisible();
  });

  it('shows what was decided instead of the buttons, with the feedback', async () => {
    serve([
      anImage({ title: 'Pending' }),
      anImage({ title: 'Good', status: 'approved' }),
      anImage({ title: 'Bad', status: 'rejected', feedback: 'Too dark' }),
    ]);
    renderRoute(PAGE);
    const pending = within(await screen.findByRole('article', { name: /Pending/ }));
    expect(pending.getByRole('button', { name: 'Approve' })).toBeEnabled();
    expect(pending.getByRole('button', { name: 'Reject' })).toBeEnabled();
    expect(pending.queryByText(/^(Approved|Rejected)$/)).not.toBeInTheDocument();
    expect(within(card(/Good/)).getByText('Approved')).toBeVisible();
    expect(within(card(/Good/)).queryByRole('button', { name: /Approve|Reject/ })).not.toBeInTheDocument();
    expect(within(card(/Bad/)).getByText('Rejected')).toBeVisible();
    expect(within(card(/Bad/)).getByText('Too dark')).toBeVisible();
    expect(screen.getByText('2 of 3 decided')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('value', '2');
  });

  it('opens at full size, leads to its neighbours and gives the focus back', async () => {
    const [first, second] = serve([anImage({ title: 'One' }), anImage({ title: 'Two' })]);
    const { user } = renderRoute(PAGE);
    await user.click(await screen.findByRole('button', { name: 'View full size: One' }));
    const dialog = within(await screen.findByRole('dialog', { name: '#1 One' }));
    expect(dialog.getByRole('img')).toHaveAttribute('src', first?.previewUrl);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus());
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('dialog', { name: '#2 Two' })).toBeVisible();
    expect(dialog.getByRole('img')).toHaveAttribute('src', second?.previewUrl);
    await user.keyboard('{ArrowRight}');
    await user.click(screen.getByRole('button', { name: 'Previous image' }));
    expect(screen.getByRole('dialog', { name: '#1 One' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'View full size: One' })).toHaveFocus());
  });
});

describe('live', () => {
  it('follows what the team and other reviewers do', async () => {
    const [image] = serve([anImage({ title: 'Old title' })]);
    renderRoute(PAGE);
    await screen.findByText('Old title');
    await waitFor(() => expect(document.querySelector('[data-connection=live]')).toBeInTheDocument());
    fakeServer.emitToVisitors('image.changed', { ...image!, title: 'New title', version: 2 });
    expect(await screen.findByText('New title')).toBeVisible();
    fakeServer.emitToVisitors('image.changed', anImage({ title: 'Another' }));
    expect(await screen.findByText('#2')).toBeVisible();
    fakeServer.emitToVisitors('image.deleted', { momentId: MOMENT_ID, imageId: image!.id });
    await waitFor(() => expect(screen.queryByText('New title')).not.toBeInTheDocument());
    expect(screen.getByText('Another')).toBeVisible();
  });
});
