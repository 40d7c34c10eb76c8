import { Controller, Get, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../access/can.decorator.js';
import { Body, Id, Operation, Query } from '../platform/http/operation.js';
import { sendPage } from '../platform/http/paging.js';
import { ApproveImageBody, RejectImageBody, UndoImageDecisionBody, type ReviewImageView } from '../contract/images.js';
import { PageQuery } from '../contract/paging.js';
import { DoneBody } from '../contract/rounds.js';
import type { DeliveredPhotoView, ReviewBranding, ReviewMomentView } from '../contract/review.js';
import { ReviewService } from './review.service.js';
import { DECISION_ERRORS, LINK_ERRORS } from './link-rights.js';
import { NamedLinkGuard } from './named-link.guard.js';
import { TheVisitor, type Visitor } from './visitor.decorator.js';

/** The public pages: open to every holder of the link. */
@ApiTags('review')
@Public()
@UseGuards(NamedLinkGuard)
@Controller('api')
export class ReviewController {
  constructor(private readonly review: ReviewService) {}

  @Get('public/:id')
  @Operation('Get a moment as its reviewer sees it', { errors: LINK_ERRORS })
  moment(@Id('Moment') id: string, @TheVisitor() visitor: Visitor): Promise<ReviewMomentView> {
    return this.review.moment(id, visitor);
  }

  @Get('public/:id/images')
  @Operation("List a moment's images as its reviewer sees them", { errors: LINK_ERRORS })
  async images(
    @Id('Moment') id: string,
    @Query() page: PageQuery,
    @TheVisitor() visitor: Visitor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReviewImageView[]> {
    return sendPage(response, await this.review.imagesOf(id, visitor, page));
  }

  @Get('public/:id/delivered')
  @Operation('List what of a moment was approved and delivered, for a reviewer with a link of their own', {
    errors: LINK_ERRORS,
  })
  delivered(@Id('Moment') id: string, @TheVisitor() visitor: Visitor): Promise<DeliveredPhotoView[]> {
    return this.review.deliveredOf(id, visitor);
  }

  @Get('public/:id/branding')
  @Operation("Get the brand of a moment's public page", { errors: ['TOO_MANY_REQUESTS'] })
  branding(@Id('Moment') id: string, @TheVisitor() visitor: Visitor): Promise<ReviewBranding> {
    return this.review.branding(id, visitor);
  }

  @Post('public/:id/opened')
  @Operation("Note that a moment's link was opened", { errors: LINK_ERRORS })
  @HttpCode(204)
  opened(@Id('Moment') id: string, @TheVisitor() visitor: Visitor): Promise<void> {
    return this.review.opened(id, visitor);
  }

  @Post('public/:id/done')
  @Operation('Say that a moment is reviewed for now, once in a round', { errors: DECISION_ERRORS })
  @HttpCode(204)
  done(@Id('Moment') id: string, @Body() body: DoneBody, @TheVisitor() visitor: Visitor): Promise<void> {
    return this.review.done(id, body, visitor);
  }

  @Post('images/:id/approve')
  @Operation('Approve an image', { errors: ['IMAGE_CHANGED', 'IMAGE_NOT_PENDING', ...DECISION_ERRORS] })
  @HttpCode(200)
  approve(
    @Id('Image') id: string,
    @Body() { version }: ApproveImageBody,
    @TheVisitor() visitor: Visitor,
  ): Promise<ReviewImageView> {
    return this.review.decide(id, { step: 'approve' }, { version, visitor });
  }

  @Post('images/:id/reject')
  @Operation('Reject an image, with a reason', { errors: ['IMAGE_CHANGED', 'IMAGE_NOT_PENDING', ...DECISION_ERRORS] })
  @HttpCode(200)
  reject(
    @Id('Image') id: string,
    @Body() { feedback, version }: RejectImageBody,
    @TheVisitor() visitor: Visitor,
  ): Promise<ReviewImageView> {
    return this.review.decide(id, { step: 'reject', feedback }, { version, visitor });
  }

  @Post('images/:id/decision/undo')
  @Operation('Take a decision back that was just made', { errors: ['DECISION_FINAL', ...DECISION_ERRORS] })
  @HttpCode(200)
  undo(
    @Id('Image') id: string,
    @Body() { version }: UndoImageDecisionBody,
    @TheVisitor() visitor: Visitor,
  ): Promise<ReviewImageView> {
    return this.review.undo(id, { version, visitor });
  }
}
