import type { CaptionRunDetail } from '@gmb-moments/backend/contract/captions';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { screen, within } from '@testing-library/react';
import { renderRoute } from '../../test/render-route';
import { fakeServer } from '../../test/server';
import { aMoment, anImage } from '../../records/moments.fixture';

interface State {
  moment?: Partial<MomentView>;
  images?: ImageView[];
  run?: CaptionRunDetail;
}

/** Renders the page of a moment in this state, and waits until everything is loaded and live. */
export async function openMoment({ moment, images = [anImage(1)], run }: State = {}) {
  const view = aMoment({ imageCount: images.length, ...moment });
  fakeServer.on('GET /api/moments/moment-1', { body: view });
  fakeServer.on('GET /api/moments/moment-1/images', { body: images });
  fakeServer.on('GET /api/moments/moment-1/runs', { body: run ? [run] : [] });
  const page = renderRoute('/moments/moment-1');
  await screen.findByText(view.title, { selector: 'h1' });
  await screen.findByText(`All (${images.length})`);
  await screen.findByText('Live');
  return page;
}

/** The inspector of the selected image. */
export const inspector = () => within(screen.getByRole('region', { name: 'Selected image' }));

export const buttonOf = (text: RegExp | string) => screen.getByText(text).closest('button')!;
