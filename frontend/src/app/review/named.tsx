import { NamedReviewPage } from '../../features/public-review/named/named-review-page';
import { hydrate } from './hydrate';

void hydrate(NamedReviewPage);
