import { Module } from '@nestjs/common';
import { DecisionsModule } from '../decisions/decisions.service.js';
import { ImagesModule } from '../images/images.module.js';
import { MomentsModule } from '../moments/moments.module.js';
import { OptimizationsModule } from '../optimizations/optimizations.module.js';
import { LinkThrottle } from './link-throttle.js';
import { OptimizationReviewController } from './optimization-review.controller.js';
import { OptimizationReviewService } from './optimization-review.service.js';
import { ReviewController } from './review.controller.js';
import { ReviewService } from './review.service.js';

@Module({
  imports: [DecisionsModule, ImagesModule, MomentsModule, OptimizationsModule],
  controllers: [ReviewController, OptimizationReviewController],
  providers: [LinkThrottle, ReviewService, OptimizationReviewService],
  exports: [ReviewService, OptimizationReviewService],
})
export class ReviewModule {}
