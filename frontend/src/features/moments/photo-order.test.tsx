import type { ImageView } from '@gmb-moments/backend/contract/images';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { signedIn } from '../../test/render-route';
import { fakeServer } from '../../test/server';
import { anImage } from '../../records/moments.fixture';
import { openMoment } from './moment-page.fixture';

const CALL = 'PUT /api/moments/moment-1/order';
const IMAGES = [1, 2, 3].map((number) => anImage(number));
const MORE = [4, 5].map((number) => anImage(number));

const shown = () =>
  screen.getAllByRole('article').map((tile) => tile.querySelector('[data-tile]')?.getAttribute('aria-label'));
const sent = () => fakeServer.calls(CALL).map(({ json }) => (json as { imageIds: string[] }).imageIds);
const tile = (number: number) => screen.getByRole('button', { name: `photo-${number}.jpg` }).closest('li')!;

/** Makes the fake server store each new order. */
function keepOrder(): void {
  fakeServer.on(CALL, ({ json }) => {
    const { imageIds } = json as { imageIds: string[] };
    const images = imageIds.map((id, position): ImageView => ({
      ...[...IMAGES, ...MORE].find((one) => one.id === id)!,
      position,
    }));
    fakeServer.on('GET /api/moments/moment-1/images', { body: images });
    return { body: images };
  });
}

describe('the order of photos', () => {
  beforeEach(() => {
    signedIn();
    keepOrder();
  });

  it('is changed with Alt and an arrow key, announced to screen readers, and the photo stays selected', async () => {
    const { user } = await openMoment({ images: IMAGES });
    await user.click(screen.getByRole('button', { name: 'photo-1.jpg' }));
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await waitFor(() => expect(shown()).toEqual(['photo-2.jpg', 'photo-1.jpg', 'photo-3.jpg']));
    expect(screen.getByText('Moved to place 2 of 3')).toHaveAttribute('role', 'status');
    expect(screen.getByRole('button', { name: 'photo-1.jpg' })).toHaveAttribute('aria-current', 'true');
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await waitFor(() => expect(shown()).toEqual(['photo-2.jpg', 'photo-3.jpg', 'photo-1.jpg']));
    // It is the last photo now.
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await waitFor(() =>
      expect(sent()).toEqual([
        ['image-2', 'image-1', 'image-3'],
        ['image-2', 'image-3', 'image-1'],
      ]),
    );
  });

  it('is changed by dragging a tile to another place', async () => {
    await openMoment({ images: IMAGES });
    const dataTransfer = { setData: () => undefined };
    fireEvent.dragStart(tile(3), { dataTransfer });
    fireEvent.dragOver(tile(1), { dataTransfer });
    expect(tile(1)).toHaveAttribute('data-drop', 'before');
    fireEvent.drop(tile(1), { dataTransfer });
    fireEvent.dragEnd(tile(3), { dataTransfer });
    await waitFor(() => expect(shown()).toEqual(['photo-3.jpg', 'photo-1.jpg', 'photo-2.jpg']));
    await waitFor(() => expect(sent()).toEqual([['image-3', 'image-1', 'image-2']]));
    expect(tile(1)).not.toHaveAttribute('data-drop');
  });

  it('does not change when a tile is dropped at its own place', async () => {
    await openMoment({ images: IMAGES });
    const dataTransfer = { setData: () => undefined };
    fireEvent.dragStart(tile(2), { dataTransfer });
    fireEvent.dragOver(tile(3), { dataTransfer });
    expect(tile(3)).not.toHaveAttribute('data-drop');
    fireEvent.drop(tile(3), { dataTransfer });
    fireEvent.dragEnd(tile(2), { dataTransfer });
    expect(sent()).toEqual([]);
  });

  it('is changed for all selected photos together, with Alt and an arrow', async () => {
    const { user } = await openMoment({ images: [...IMAGES, ...MORE] });
    await user.click(screen.getByRole('button', { name: 'photo-1.jpg' }));
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}{Alt>}{ArrowRight}{/Alt}');
    await waitFor(() => expect(sent()).toEqual([['image-3', 'image-1', 'image-2', 'image-4', 'image-5']]));
    expect(screen.getByText('Moved to places 2 to 3 of 5')).toHaveAttribute('role', 'status');
    expect(screen.getByRole('region', { name: 'Selected photos' })).toHaveTextContent('2 selected');
    // The selected photo is not chosen any more, so it moves alone.
    await user.keyboard('j{Alt>}{ArrowRight}{/Alt}');
    await waitFor(() => expect(sent()[1]).toEqual(['image-3', 'image-1', 'image-2', 'image-5', 'image-4']));
  });

  it('is changed for all selected photos together by dragging one of them', async () => {
    const { user } = await openMoment({ images: [...IMAGES, ...MORE] });
    await user.click(screen.getByRole('checkbox', { name: 'Select #5' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select #3' }));
    const dataTransfer = { setData: () => undefined };
    fireEvent.dragStart(tile(5), { dataTransfer });
    expect(tile(5)).toHaveAttribute('data-dragged', '2 photos');
    fireEvent.dragOver(tile(2), { dataTransfer });
    fireEvent.drop(tile(2), { dataTransfer });
    fireEvent.dragEnd(tile(5), { dataTransfer });
    await waitFor(() => expect(sent()).toEqual([['image-1', 'image-3', 'image-5', 'image-2', 'image-4']]));
  });

  it('is changed from the menu of a photo', async () => {
    const { user } = await openMoment({ images: IMAGES });
    await user.click(screen.getByRole('button', { name: 'photo-3.jpg' }));
    await user.click(screen.getByRole('button', { name: 'More for this photo' }));
    expect(await screen.findByRole('menuitem', { name: /Move later/ })).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByText('Move earlier'));
    await waitFor(() => expect(sent()).toEqual([['image-1', 'image-3', 'image-2']]));
  });

  it('cannot be changed while a filter hides photos', async () => {
    const { user } = await openMoment({ images: IMAGES });
    await user.click(screen.getByText('Pending (3)'));
    expect(tile(1)).toHaveAttribute('draggable', 'false');
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    expect(await screen.findByText('Show all photos to change their order')).toBeVisible();
    expect(sent()).toEqual([]);
  });
});
