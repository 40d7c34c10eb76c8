import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../auth/public.decorator.js';
import { Id } from '../common/id.decorator.js';
import { NoFields } from '../common/no-fields.decorator.js';
import { sendPage } from '../common/paging.js';
import { ApproveImageBody, RejectImageBody, type ReviewImageView } from '../contract/images.js';
import { PageQuery } from '../contract/paging.js';
import type { ReviewBranding, ReviewMomentView } from '../contract/review.js';
import { ReviewService } from './review.service.js';
import { TheVisitor, type Visitor } from './visitor.decorator.js';

/** The public pages: whoever holds the link may call these. */
@ApiTags('review')
@Public()
@Controller('api')
export class ReviewController {
  constructor(private readonly review: ReviewService) {}

  @Get('public/:id')
  moment(@Id('Moment') id: string, @TheVisitor() visitor: Visitor): Promise<ReviewMomentView> {
    return this.review.moment(id, visitor);
  }

  @Get('public/:id/images')
  async images(
    @Id('Moment') id: string,
    @Query() page: PageQuery,
    @TheVisitor() visitor: Visitor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReviewImageView[]> {
    return sendPage(response, await this.review.imagesOf(id, visitor, page));
  }

  @Get('public/:id/branding')
  branding(@Id('Moment') id: string, @TheVisitor() visitor: Visitor): Promise<ReviewBranding> {
    return this.review.branding(id, visitor);
  }

  @Post('public/:id/opened')
  @HttpCode(204)
  opened(@Id('Moment') id: string, @NoFields() _none: void, @TheVisitor() visitor: Visitor): Promise<void> {
    return this.review.opened(id, visitor);
  }

  @Post('images/:id/approve')
  @HttpCode(200)
  approve(
    @Id('Image') id: string,
    @Body() { version }: ApproveImageBody,
    @TheVisitor() visitor: Visitor,
  ): Promise<ReviewImageView> {
    return this.review.decide(id, { verdict: 'approve' }, { version, visitor });
  }

  @Post('images/:id/reject')
  @HttpCode(200)
  reject(
    @Id('Image') id: string,
    @Body() { feedback, version }: RejectImageBody,
    @TheVisitor() visitor: Visitor,
  ): Promise<ReviewImageView> {
    return this.review.decide(id, { verdict: 'reject', feedback }, { version, visitor });
  }
}
