import { Module } from '@nestjs/common';
import { RunsController } from './active-runs.controller.js';
import { DecisionsService } from './decisions.service.js';

/** What moments and optimizations have in common. */
@Module({ controllers: [RunsController], providers: [DecisionsService], exports: [DecisionsService] })
export class ReviewsModule {}
