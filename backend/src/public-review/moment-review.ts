import { presentBrand } from '../agencies/agency.present.js';
import type { ReviewImageView } from '../contract/images.js';
import type { PageQuery } from '../contract/paging.js';
import type { DeliveredPhotoView, ReviewContent, ReviewMomentView } from '../contract/review.js';
import { presentDelivered } from '../deliveries/delivered.present.js';
import { findDeliveredOfMoment } from '../deliveries/delivered.queries.js';
import type { Image } from '../images/image.entity.js';
import { presentReviewImage } from '../images/image.present.js';
import { findMomentWithImages, type ReviewImageRow } from '../images/images.queries.js';
import { presentReviewMoment } from '../moments/moment.present.js';
import { findMomentRow, findMomentRowOfImage, type MomentRow } from '../moments/moments.queries.js';
import { notFound } from '../platform/http/errors.js';
import type { Page } from '../platform/http/paging.js';
import type { LoadLocked } from '../reviews/items.service.js';
import { targetOfMoment } from './link-rights.js';
import type { PublicItem, PublicRead } from './public-review.js';
import { lookUpScopeOf } from './visitor.decorator.js';

type MomentWithImages = MomentRow & { images: ReviewImageRow[] };

/** Reads a moment. The id of a moment is also its open link. */
export const READ_MOMENT: PublicRead<MomentRow, ReviewMomentView> = {
  kind: 'moment',
  find: (manager, id, visitor) => findMomentRow(manager, id, lookUpScopeOf(visitor)),
  target: targetOfMoment,
  agency: ({ agency }) => agency,
  brand: ({ agency }) => presentBrand(agency),
  present: presentReviewMoment,
};

/** Reads a page of a moment's images. */
export function readImagesOfMoment(page: PageQuery): PublicRead<MomentWithImages, Page<ReviewImageView>> {
  return {
    ...READ_MOMENT,
    find: (manager, id, visitor) => findMomentWithImages(manager, id, page, lookUpScopeOf(visitor)),
    present: ({ images, imageCount }) => ({ items: images.map(presentReviewImage), total: imageCount }),
  };
}

/**
 * Reads the photos whose approved version was delivered. Not by the open link, because the answer has names of
 * reviewers.
 */
export const READ_DELIVERED_PHOTOS: PublicRead<MomentRow, DeliveredPhotoView[]> = {
  ...READ_MOMENT,
  present: async ({ id }, { link, staff }, manager) => {
    if (!link && !staff) throw notFound('Moment');
    return (await findDeliveredOfMoment(manager, id)).map(presentDelivered);
  },
};

/** Reads all that the page of a moment shows at first, as one use of the link. */
export const READ_MOMENT_PAGE: PublicRead<MomentWithImages, ReviewContent> = {
  ...READ_MOMENT,
  find: (manager, id, visitor) => findMomentWithImages(manager, id, {}, lookUpScopeOf(visitor)),
  present: (moment) => ({
    kind: 'moment',
    view: presentReviewMoment(moment),
    images: moment.images.map(presentReviewImage),
    branding: { agency: presentBrand(moment.agency) },
  }),
};

/** An image that visitors decide on. Its URL has the id of the image, not of the moment. */
export function publicImage(id: string, lock: LoadLocked<Image>): PublicItem<MomentRow, Image, ReviewImageView> {
  return {
    read: READ_MOMENT,
    word: 'Image',
    find: (manager, visitor) => findMomentRowOfImage(manager, id, lookUpScopeOf(visitor)),
    lock: () => lock,
    key: () => id,
    present: presentReviewImage,
  };
}
