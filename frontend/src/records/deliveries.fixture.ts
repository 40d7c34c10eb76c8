import type { DeliverableView } from '@gmb-moments/backend/contract/deliveries';

/** An approved photo for tests. @param more the fields that the test is about */
export function aDeliverable(more: Partial<DeliverableView> = {}): DeliverableView {
  return {
    imageId: 'image-1',
    momentId: 'moment-1',
    momentTitle: 'Spring window',
    version: 3,
    name: '01-hand-tied',
    extension: 'jpg',
    width: 4032,
    height: 3024,
    bytes: 4_900_000,
    thumbnailUrl: '/media/thumbnail.webp',
    title: 'Hand-tied',
    description: 'Tied by hand.',
    exifKeywords: 'florist, silk ribbon',
    geoAltDescription: 'A bouquet in Portland',
    address: '18 Exchange Street',
    approvedBy: 'Rosa Fern',
    approvedAt: '2026-01-01T00:00:00Z',
    findings: [],
    captionOutdated: false,
    isNew: true,
    ...more,
  };
}
