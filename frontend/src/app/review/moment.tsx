import { ImageReviewPage } from '../../features/public-review/images/image-review-page';
import { hydrate } from './hydrate';

void hydrate(ImageReviewPage);
