import { OptimizationReviewPage } from '../../features/public-review/sections/optimization-review-page';
import { hydrate } from './hydrate';

void hydrate(OptimizationReviewPage);
