import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module.js';
import { MomentsModule } from '../moments/moments.module.js';
import { OptimizationReviewService } from './optimization-review.service.js';
import { ReviewController } from './review.controller.js';
import { ReviewService } from './review.service.js';

@Module({
  imports: [ImagesModule, MomentsModule],
  controllers: [ReviewController],
  providers: [ReviewService, OptimizationReviewService],
  exports: [ReviewService, OptimizationReviewService],
})
export class ReviewModule {}
