import { NamedReviewPage } from '../../features/public-review/named/named-review-page';
import { hydrate } from './hydrate';

/** Entry of the page behind a reviewer's own link: it shows a moment, an optimization or all of their reviews. */
void hydrate(NamedReviewPage);
