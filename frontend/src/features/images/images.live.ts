import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import type { StaffRules } from '../../lib/live';
import { patch, refresh } from '../../lib/live-cache';
import { historyQuery } from '../history/history.api';
import { momentLists, momentQuery } from '../moments/moments.api';
import { refreshWork } from '../work/work.api';
import { withImage, withoutImage } from './image-list';
import { imagesQuery } from './images.api';

export const imageRules: StaffRules<'image.changed' | 'image.deleted'> = {
  'image.changed': (queryClient, image) => {
    patch<ReviewImageView[]>(queryClient, imagesQuery(image.momentId).queryKey, (images) => withImage(images, image));
    // Lists show covers, counts of decisions and what happened last.
    refresh(queryClient, momentLists);
    refreshWork(queryClient);
    refresh(queryClient, historyQuery(momentQuery(image.momentId).queryKey));
  },
  'image.deleted': (queryClient, { momentId, imageId }) => {
    patch<ReviewImageView[]>(queryClient, imagesQuery(momentId).queryKey, (images) => withoutImage(images, imageId));
    refresh(queryClient, momentLists);
    refreshWork(queryClient);
    refresh(queryClient, historyQuery(momentQuery(momentId).queryKey));
  },
};
