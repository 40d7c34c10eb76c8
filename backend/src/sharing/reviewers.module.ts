import { Module } from '@nestjs/common';
import { LinkTokensModule } from './link-tokens.js';
import { ReviewersController } from './reviewers.controller.js';
import { ReviewersService } from './reviewers.service.js';

@Module({ imports: [LinkTokensModule], controllers: [ReviewersController], providers: [ReviewersService] })
export class ReviewersModule {}
