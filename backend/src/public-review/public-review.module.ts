import { Module } from '@nestjs/common';
import { ReviewsModule } from '../reviews/reviews.module.js';
import { ImagesModule } from '../images/images.module.js';
import { SharingModule } from '../sharing/sharing.module.js';
import { LockedRights } from './locked-rights.js';
import { LinkThrottle } from './link-throttle.js';
import { ReviewLinkController } from './review-link.controller.js';
import { ReviewLinkService } from './review-link.service.js';
import { OptimizationReviewController, ReviewController } from './public-review.controller.js';
import { PublicReviewService } from './public-review.service.js';
import { VisitorLookUps } from './visitor-look-ups.js';

@Module({
  imports: [ReviewsModule, ImagesModule, SharingModule],
  controllers: [ReviewController, OptimizationReviewController, ReviewLinkController],
  providers: [LockedRights, LinkThrottle, PublicReviewService, ReviewLinkService, VisitorLookUps],
  exports: [SharingModule, PublicReviewService, ReviewLinkService, VisitorLookUps],
})
export class PublicReviewModule {}
