import { Module } from '@nestjs/common';
import { ReviewsModule } from '../reviews/reviews.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { OptimizationsController } from './optimizations.controller.js';
import { ProfileController } from './profile.controller.js';
import { ProfileService } from './profile.service.js';
import { OptimizationsService } from './optimizations.service.js';
import { SuggestionsService } from './suggestions.service.js';

/** Optimizations, their profiles, and requests for suggestions. */
@Module({
  imports: [ReviewsModule, RunsModule],
  controllers: [OptimizationsController, ProfileController],
  providers: [OptimizationsService, ProfileService, SuggestionsService],
  exports: [OptimizationsService],
})
export class OptimizationsModule {}
