import { IMAGE_FIELDS, SHOWN_TEXTS, type ImageTexts, type ShownText } from '@gmb-moments/backend/contract/image-fields';
import type { RejectImageBody, ReviewImageView } from '@gmb-moments/backend/contract/images';
import type { ReviewBranding, ReviewMomentView } from '@gmb-moments/backend/contract/review';
import { fakeServer } from '../../../test/server';

/** A shared moment on the fake server, for the tests of its public page. */

export const MOMENT_ID = '0a9e3b1c-5f4d-4c7e-9b21-3f0c6f8e1d2a';

export const VIEW = {
  moment: {
    id: MOMENT_ID,
    title: 'Spring campaign',
    status: 'pending',
    imageCount: 3,
    dueOn: null as string | null,
    isDone: false as boolean,
    deliveredAt: null as string | null,
  },
  client: { business: 'Fleur & Co' },
} satisfies ReviewMomentView;

export const BRANDING = {
  agency: { name: 'Northlight', primaryColor: '#ffff00', logoUrl: '/media/logo.png' },
} satisfies ReviewBranding;

let made = 0;

export function anImage(given: Partial<ReviewImageView> = {}): ReviewImageView {
  made += 1;
  const id = given.id ?? `image-${made}`;
  return {
    id,
    momentId: MOMENT_ID,
    position: made,
    imageUrl: `/media/${id}.jpg`,
    previewUrl: `/media/${id}-1600.webp`,
    thumbnailUrl: `/media/${id}-480.webp`,
    width: 4000,
    height: 3000,
    ...(Object.fromEntries(SHOWN_TEXTS.map((name) => [name, `${IMAGE_FIELDS[name].label} ${made}`])) as Pick<
      ImageTexts,
      ShownText
    >),
    status: 'pending',
    feedback: '',
    reply: '',
    version: 1,
    earlier: null,
    ...given,
  } satisfies ReviewImageView;
}

/** Makes the fake server answer with a moment and these images; approving and rejecting changes them. */
export function serve(images: ReviewImageView[]): ReviewImageView[] {
  fakeServer.on(`GET /api/public/${MOMENT_ID}`, {
    body: { ...VIEW, moment: { ...VIEW.moment, imageCount: images.length } } satisfies ReviewMomentView,
  });
  fakeServer.on(`GET /api/public/${MOMENT_ID}/branding`, { body: BRANDING });
  fakeServer.on(`GET /api/public/${MOMENT_ID}/images`, () => ({ body: images }));
  fakeServer.on(`POST /api/public/${MOMENT_ID}/opened`, { status: 204 });
  for (const image of images) {
    fakeServer.on(`POST /api/images/${image.id}/approve`, () => ({
      body: Object.assign(image, { status: 'approved' }),
    }));
    fakeServer.on(`POST /api/images/${image.id}/reject`, ({ json }) => ({
      body: Object.assign(image, { status: 'rejected', feedback: (json as RejectImageBody).feedback }),
    }));
  }
  return images;
}

/** A promise `opened` that resolves when `open` is called, to delay a response in a test. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
