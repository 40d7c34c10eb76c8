import { IMAGE_FIELDS } from '@gmb-moments/backend/contract/image-fields';
import { emptyRecord } from '@gmb-moments/backend/contract/record-fields';
import type { EarlierImageView } from '@gmb-moments/backend/contract/images';
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderRoute } from '../../../test/render-route';
import { anImage, MOMENT_ID, serve } from './images.fixtures';

const EARLIER: EarlierImageView = {
  previewUrl: '/media/old-1600.webp',
  thumbnailUrl: '/media/old-480.webp',
  width: 4000,
  height: 3000,
  ...emptyRecord(IMAGE_FIELDS),
  title: 'Roses in our window',
  description: 'Fresh roses.',
  feedback: 'Name the colour',
};

async function openPage() {
  const page = renderRoute(`/public/${MOMENT_ID}`);
  return { ...page, card: within(await screen.findByRole('article', { name: /^Image 1/ })) };
}

describe('an image that was changed since it was rejected', () => {
  it('is marked, with the feedback, and what changed on demand', async () => {
    const now = { title: 'Red roses in our window', description: 'Fresh roses.' };
    serve([anImage({ ...now, earlier: EARLIER }), anImage()]);
    const { user, card } = await openPage();
    expect(card.getByText('Revised')).toBeVisible();
    expect(card.getByText('Your earlier feedback')).toBeVisible();
    expect(card.getByText('Name the colour')).toBeVisible();
    expect(screen.getAllByText('Revised')).toHaveLength(1);

    await user.click(card.getByRole('button', { name: 'Show what changed' }));
    expect(await card.findByText('Title before')).toBeVisible();
    expect(card.getByRole('insertion')).toHaveTextContent('Red');
    expect(card.queryByText('Description before')).not.toBeInTheDocument();
    await user.click(card.getByRole('button', { name: 'Hide what changed' }));
    expect(card.queryByText('Title before')).not.toBeInTheDocument();
  });

  it('shows both pictures, to slide between', async () => {
    serve([anImage({ title: EARLIER.title, description: EARLIER.description, earlier: EARLIER })]);
    const { user, card } = await openPage();
    await user.click(card.getByRole('button', { name: 'Show what changed' }));
    expect(await card.findByRole('img', { name: 'Before' })).toHaveAttribute('src', EARLIER.previewUrl);
    const slider = card.getByRole('slider', { name: 'Slide between the pictures' });
    expect(slider).toHaveValue('50');
    fireEvent.change(slider, { target: { value: '80' } });
    expect(slider).toHaveAccessibleName('Slide between the pictures');
    expect(slider).toHaveAttribute('aria-valuetext', '80% of the picture before');
    expect(card.queryByText('Title before')).not.toBeInTheDocument();
  });

  it('can be decided as any other, and is then no longer marked', async () => {
    const [image] = serve([anImage({ earlier: EARLIER }), anImage()]);
    const { user, card } = await openPage();
    image!.earlier = null;
    await user.click(card.getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(card.queryByText('Revised')).not.toBeInTheDocument());
    expect(card.getByText('Approved')).toBeVisible();
  });

  it('comes before what else is left, and that before what is decided, and stays there', async () => {
    const [, , revised] = serve([
      anImage({ status: 'approved' }),
      anImage(),
      anImage({ title: 'Red roses', earlier: EARLIER }),
    ]);
    const { user } = renderRoute(`/public/${MOMENT_ID}`);
    await screen.findByRole('article', { name: /^Image 1/ });
    const order = () =>
      screen.getAllByRole('article').map((article) => /\d/u.exec(article.getAttribute('aria-label')!)![0]);
    expect(order()).toEqual(['3', '2', '1']);
    Object.assign(revised!, { earlier: null });
    const card = within(screen.getByRole('article', { name: /^Image 3/ }));
    await user.click(card.getByRole('button', { name: 'Approve' }));
    expect(await card.findByText('Approved')).toBeVisible();
    expect(order()).toEqual(['3', '2', '1']);
  });

  it('is marked as answered where nothing was changed, with the words of both', async () => {
    const earlier = { ...anImage(), ...EARLIER };
    const image = anImage({ title: EARLIER.title, description: EARLIER.description, reply: 'It was night.' });
    serve([{ ...image, earlier: { ...earlier, previewUrl: image.previewUrl } }]);
    const { card } = await openPage();
    expect(card.getByText('Answered')).toBeVisible();
    expect(card.queryByText('Revised')).toBeNull();
    expect(card.getByText('Name the colour')).toBeVisible();
    expect(card.getByText('It was night.')).toBeVisible();
    expect(card.queryByRole('button', { name: 'Show what changed' })).toBeNull();
  });
});
