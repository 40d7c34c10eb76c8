import { presentBrand } from '../agencies/agency.present.js';
import type { ReviewImageView } from '../contract/images.js';
import type { PageQuery } from '../contract/paging.js';
import type { DeliveredPhotoView, ReviewContent, ReviewMomentView } from '../contract/review.js';
import { presentDelivered } from '../deliveries/delivered.present.js';
import { deliveredOfMoment } from '../deliveries/delivered.queries.js';
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
import { scopeOf } from './visitor.decorator.js';

type WithImages = MomentRow & { images: ReviewImageRow[] };

/** A moment; its open link is its id. */
export const MOMENT: PublicRead<MomentRow, ReviewMomentView> = {
  kind: 'moment',
  find: (manager, id, visitor) => findMomentRow(manager, id, scopeOf(visitor)),
  target: targetOfMoment,
  agency: ({ agency }) => agency,
  brand: ({ agency }) => presentBrand(agency),
  present: presentReviewMoment,
};

/** A page of a moment's images. */
export function imagesOfMoment(page: PageQuery): PublicRead<WithImages, Page<ReviewImageView>> {
  return {
    ...MOMENT,
    find: (manager, id, visitor) => findMomentWithImages(manager, id, page, scopeOf(visitor)),
    present: ({ images, imageCount }) => ({ items: images.map(presentReviewImage), total: imageCount }),
  };
}

/** The photos that are approved and delivered in that version; for reviewers with a link of their own, because the answer has names. */
export const DELIVERED: PublicRead<MomentRow, DeliveredPhotoView[]> = {
  ...MOMENT,
  present: async ({ id }, { link, staff }, manager) => {
    if (!link && !staff) throw notFound('Moment');
    return (await deliveredOfMoment(manager, id)).map(presentDelivered);
  },
};

/** All that the page of a moment shows first, in one read that counts once against the link's limit. */
export const MOMENT_PAGE: PublicRead<WithImages, ReviewContent> = {
  ...MOMENT,
  find: (manager, id, visitor) => findMomentWithImages(manager, id, {}, scopeOf(visitor)),
  present: (moment) => ({
    kind: 'moment',
    view: presentReviewMoment(moment),
    images: moment.images.map(presentReviewImage),
    branding: { agency: presentBrand(moment.agency) },
  }),
};

/** An image of a moment; its address has the id of the image alone. */
export function publicImage(id: string, lock: LoadLocked<Image>): PublicItem<MomentRow, Image, ReviewImageView> {
  return {
    read: MOMENT,
    word: 'Image',
    find: (manager, visitor) => findMomentRowOfImage(manager, id, scopeOf(visitor)),
    lock: () => lock,
    key: () => id,
    present: presentReviewImage,
  };
}
