import { CLIENT_FIELDS } from '@gmb-moments/backend/contract/client-fields';
import { IMAGE_FIELDS } from '@gmb-moments/backend/contract/image-fields';
import { emptyRecord } from '@gmb-moments/backend/contract/record-fields';
import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import type { CaptionRunDetail, RunImageView } from '@gmb-moments/backend/contract/captions';
import type { ClientView } from '@gmb-moments/backend/contract/clients';
import type { CaptionProgress } from '@gmb-moments/backend/contract/runs';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { MomentListItem, MomentSummary, MomentView } from '@gmb-moments/backend/contract/moments';

/** Complete, valid records for tests. `more` holds the fields that the test is about. */

export function anAgency(more: Partial<AgencyView> = {}): AgencyView {
  return {
    id: 'a1',
    name: 'Northlight',
    primaryColor: '#6366f1',
    logoUrl: null,
    customDomain: null,
    domainVerified: false,
    domainNote: '',
    replyTo: '',
    postalAddress: '',
    revision: 1,
    editor: null,
    createdAt: '2026-01-01T00:00:00Z',
    ...more,
  };
}

export function aClient(more: Partial<ClientView> = {}): ClientView {
  return {
    id: 'client-1',
    ...emptyRecord(CLIENT_FIELDS),
    business: 'Rose & Thorn',
    agencyId: null,
    owner: null,
    momentCount: 0,
    revision: 1,
    editor: null,
    createdAt: '2026-01-01T00:00:00Z',
    ...more,
  };
}

/** A moment as lists return it. */
export function aListedMoment(more: Partial<MomentListItem> = {}): MomentListItem {
  return {
    ...SUMMARY,
    coverUrl: null,
    approvedCount: 0,
    rejectedCount: 0,
    lastActivity: { action: 'moment.created', at: '2026-01-01T00:00:00Z' },
    run: null,
    ...more,
  };
}

const SUMMARY = {
  id: 'moment-1',
  title: 'Spring window',
  clientId: 'client-1',
  status: 'draft',
  imageCount: 0,
  dueOn: null,
  daysLeft: null,
  createdAt: '2026-01-01T00:00:00Z',
  undelivered: 0,
  delivered: null,
  client: { id: 'client-1', business: 'Rose & Thorn' },
} as const satisfies MomentSummary;

/** A moment as its page and live events receive it. */
export function aMoment(more: Partial<MomentView> = {}): MomentView {
  return { ...SUMMARY, sharedAt: null, done: null, publicOrigin: null, ...more };
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
    ...emptyRecord(IMAGE_FIELDS),
    status: 'pending',
    feedback: '',
    reply: '',
    version: 1,
    fileName: `photo-${number}.jpg`,
    findings: [],
    captionProvider: null,
    decidedAt: null,
    earlier: null,
    captionOutdated: false,
    captionByHand: false,
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

/** An active run that generates captions for three images. */
export function aRun(more: Partial<CaptionRunDetail> = {}): CaptionRunDetail {
  return {
    runId: 'run-1',
    momentId: 'moment-1',
    mode: 'missing',
    state: 'running',
    total: 3,
    done: 0,
    failed: 0,
    images: ['image-1', 'image-2', 'image-3'].map((imageId) => aRunImage({ imageId })),
    ...more,
  };
}

/** An image of a run. */
export function aRunImage(more: Partial<RunImageView> = {}): RunImageView {
  return { imageId: 'image-1', state: 'waiting', message: '', detail: '', ...more };
}

/** An image of a run that failed. */
export function aFailedRunImage(imageId: string, message: string, detail = ''): RunImageView {
  return aRunImage({ imageId, state: 'failed', message, detail });
}

/** The event about the progress of a run. */
export function progressOf({ images: _images, mode: _mode, ...progress }: CaptionRunDetail): CaptionProgress {
  return progress;
}
