import { NamedReviewPage } from '../../features/public-review/named/named-review-page';
import { hydrate } from './hydrate';

/** Entry of the page behind a reviewer's own link. */
void hydrate(NamedReviewPage);
