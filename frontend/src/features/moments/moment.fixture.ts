import type { CaptionRunView } from '@gmb-moments/backend/contract/captions';
import type { ClientView } from '@gmb-moments/backend/contract/clients';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { MomentListItem, MomentView } from '@gmb-moments/backend/contract/moments';

/** Records for tests: whole and valid, with what matters to the test given. */

export function aClient(more: Partial<ClientView> = {}): ClientView {
  return {
    id: 'client-1',
    business: 'Rose & Thorn',
    description: '',
    mediaDescription: '',
    serviceAreas: '',
    targetKeywords: [],
    categories: [],
    notes: '',
    agencyId: null,
    website: '',
    phone: '',
    address: '',
    socialLinks: [],
    momentCount: 0,
    revision: 1,
    editor: null,
    createdAt: '2026-01-01T00:00:00Z',
    ...more,
  };
}

/** As lists have it. */
export function aListedMoment(more: Partial<MomentListItem> = {}): MomentListItem {
  return {
    id: 'moment-1',
    title: 'Spring window',
    clientId: 'client-1',
    status: 'draft',
    imageCount: 0,
    createdAt: '2026-01-01T00:00:00Z',
    client: { id: 'client-1', business: 'Rose & Thorn' },
    ...more,
  };
}

/** As its page and live events have it. */
export function aMoment(more: Partial<MomentView> = {}): MomentView {
  return { ...aListedMoment(), sharedAt: null, publicOrigin: null, ...more };
}

export function anImage(number: number, more: Partial<ImageView> = {}): ImageView {
  return {
    id: `image-${number}`,
    momentId: 'moment-1',
    position: number - 1,
    imageUrl: `/media/${number}/original.jpg`,
    previewUrl: `/media/${number}/preview.webp`,
    thumbnailUrl: `/media/${number}/thumbnail.webp`,
    width: 4000,
    height: 3000,
    title: '',
    description: '',
    status: 'pending',
    feedback: '',
    version: 1,
    fileName: `photo-${number}.jpg`,
    exifKeywords: '',
    geoAltDescription: '',
    address: '',
    captionProvider: null,
    captionRevision: 1,
    captionEditor: null,
    addressRevision: 1,
    addressEditor: null,
    createdAt: '2026-01-01T00:00:00Z',
    ...more,
  };
}

export const CAPTION = {
  title: 'Peonies in the window',
  description: 'A bouquet of fresh peonies.',
  exifKeywords: 'peonies, florist',
  geoAltDescription: 'Peonies in a shop window in Plymouth',
  captionProvider: 'built-in',
};

export function aRun(more: Partial<CaptionRunView> = {}): CaptionRunView {
  return {
    runId: 'run-1',
    momentId: 'moment-1',
    state: 'running',
    total: 3,
    done: 0,
    failed: 0,
    errors: [],
    ...more,
  };
}
