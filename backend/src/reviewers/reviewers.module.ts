import { Module } from '@nestjs/common';
import { ReviewersController } from './reviewers.controller.js';
import { ReviewersService } from './reviewers.service.js';

@Module({ controllers: [ReviewersController], providers: [ReviewersService] })
export class ReviewersModule {}
