import { Module } from '@nestjs/common';
import { ReviewsModule } from '../reviews/reviews.module.js';
import { ImagesModule } from '../images/images.module.js';
import { SharingModule } from '../sharing/sharing.module.js';
import { HeldRights } from './held-rights.js';
import { LinkThrottle } from './link-throttle.js';
import { OptimizationReviewController } from './optimization-review.controller.js';
import { OptimizationReviewService } from './optimization-review.service.js';
import { ReviewLinkController } from './review-link.controller.js';
import { ReviewLinkService } from './review-link.service.js';
import { ReviewController } from './review.controller.js';
import { ReviewService } from './review.service.js';

@Module({
  imports: [ReviewsModule, ImagesModule, SharingModule],
  controllers: [ReviewController, OptimizationReviewController, ReviewLinkController],
  providers: [HeldRights, LinkThrottle, ReviewService, OptimizationReviewService, ReviewLinkService],
  exports: [SharingModule, ReviewService, OptimizationReviewService, ReviewLinkService],
})
export class ReviewModule {}
