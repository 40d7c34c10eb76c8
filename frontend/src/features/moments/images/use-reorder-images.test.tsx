import type { ImageView } from '@gmb-moments/backend/contract/images';
import { describe, expect, it } from '@jest/globals';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createQueryClient } from '../../../lib/query-client';
import { failure, fakeServer } from '../../../test/server';
import { anImage } from '../../../records/moments.fixture';
import { imagesQuery } from '../../../records/images';
import { useReorderImages } from '../use-image-order';
import { putBefore } from './order';

const IMAGES = [anImage(1), anImage(2), anImage(3)];
const ids = (images: ImageView[] | undefined) => images?.map(({ id }) => id);

async function openImages() {
  fakeServer.on('GET /api/moments/moment-1/images', { body: IMAGES });
  const queryClient = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => ({ images: useQuery(imagesQuery('moment-1')), reorder: useReorderImages('moment-1') }),
    { wrapper },
  );
  await waitFor(() => expect(result.current.images.data).toHaveLength(3));
  return result;
}

describe('another order of images', () => {
  it('is made by moving one, or several together', () => {
    const order = ['a', 'b', 'c', 'd', 'e'];
    expect(putBefore(order, ['a'], 3)).toEqual(['b', 'c', 'a', 'd', 'e']);
    expect(putBefore(order, ['e'], 0)).toEqual(['e', 'a', 'b', 'c', 'd']);
    expect(putBefore(order, ['a', 'd'], 5)).toEqual(['b', 'c', 'e', 'a', 'd']);
    expect(putBefore(order, ['a', 'c', 'e'], 2)).toEqual(['b', 'a', 'c', 'e', 'd']);
  });

  it('is shown before the server answers, and stays', async () => {
    const result = await openImages();
    let answer = (_images: ImageView[]) => {};
    fakeServer.on('PUT /api/moments/moment-1/order', async () => {
      const images = await new Promise<ImageView[]>((resolve) => (answer = resolve));
      fakeServer.on('GET /api/moments/moment-1/images', { body: images });
      return { body: images };
    });
    const order = ['image-3', 'image-1', 'image-2'];
    act(() => result.current.reorder.mutate(order));
    await waitFor(() => expect(fakeServer.calls('PUT /api/moments/moment-1/order')).toHaveLength(1));
    expect(ids(result.current.images.data)).toEqual(order);
    expect(fakeServer.calls('PUT /api/moments/moment-1/order')[0]!.json).toEqual({ imageIds: order });
    answer(order.map((id, position) => ({ ...IMAGES.find((image) => image.id === id)!, position })));
    await waitFor(() => expect(fakeServer.calls('GET /api/moments/moment-1/images')).toHaveLength(2));
    expect(ids(result.current.images.data)).toEqual(order);
  });

  it('shows what is stored when it is refused, with all images', async () => {
    const result = await openImages();
    fakeServer.on('PUT /api/moments/moment-1/order', failure(409, 'ORDER_OUTDATED', 'Please order them again.'));
    fakeServer.on('GET /api/moments/moment-1/images', { body: [...IMAGES, anImage(4)] });
    act(() => result.current.reorder.mutate(['image-3', 'image-1', 'image-2']));
    await waitFor(() => expect(ids(result.current.images.data)).toEqual(['image-1', 'image-2', 'image-3', 'image-4']));
  });
});
