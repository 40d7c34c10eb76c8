import { Module } from '@nestjs/common';
import { DecisionsModule } from '../reviews/decisions.service.js';
import { ImagesModule } from '../images/images.module.js';
import { LinksModule } from '../sharing/links.module.js';
import { HeldRights } from './held-rights.js';
import { LinkThrottle } from './link-throttle.js';
import { OptimizationReviewController } from './optimization-review.controller.js';
import { OptimizationReviewService } from './optimization-review.service.js';
import { ReviewLinkController } from './review-link.controller.js';
import { ReviewLinkService } from './review-link.service.js';
import { ReviewController } from './review.controller.js';
import { ReviewService } from './review.service.js';

@Module({
  imports: [DecisionsModule, ImagesModule, LinksModule],
  controllers: [ReviewController, OptimizationReviewController, ReviewLinkController],
  providers: [HeldRights, LinkThrottle, ReviewService, OptimizationReviewService, ReviewLinkService],
  exports: [LinksModule, ReviewService, OptimizationReviewService, ReviewLinkService],
})
export class ReviewModule {}
