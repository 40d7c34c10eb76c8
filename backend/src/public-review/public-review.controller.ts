import { Controller, Get, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../access/can.decorator.js';
import { CHECKED_ELSEWHERE } from '../access/scope.js';
import { Body, Id, Operation, Query, TokenOrId } from '../platform/http/operation.js';
import { sendPage } from '../platform/http/paging.js';
import { ApproveImageBody, RejectImageBody, UndoImageDecisionBody, type ReviewImageView } from '../contract/images.js';
import { PageQuery } from '../contract/paging.js';
import { DoneBody } from '../contract/rounds.js';
import type {
  DeliveredPhotoView,
  ReviewBranding,
  ReviewMomentView,
  ReviewOptimizationView,
} from '../contract/review.js';
import { DecideSectionBody, UndoSectionDecisionBody } from '../contract/optimizations.js';
import type { Section } from '../contract/statuses.js';
import { ImagesService } from '../images/images.service.js';
import { SectionName } from '../optimizations/section-name.decorator.js';
import { READ_DELIVERED_PHOTOS, readImagesOfMoment, READ_MOMENT, publicImage } from './moment-review.js';
import { READ_OPTIMIZATION, publicSection, basedOnOf, verdictOf } from './optimization-review.js';
import { PublicReviewService } from './public-review.service.js';
import { DECISION_ERRORS, LINK_ERRORS } from './link-rights.js';
import { NamedLinkGuard } from './named-link.guard.js';
import { CurrentVisitor, type Visitor } from './visitor.decorator.js';

/** Public routes of a moment and its images, for visitors with a link, and for signed-in staff within their scope. */
@ApiTags('review')
@Public()
@UseGuards(NamedLinkGuard)
@Controller('api')
export class ReviewController {
  constructor(
    private readonly review: PublicReviewService,
    private readonly photos: ImagesService,
  ) {}

  @Get('public/:id')
  @Operation('Get a moment as its reviewer sees it', { errors: LINK_ERRORS })
  moment(@Id('Moment') id: string, @CurrentVisitor() visitor: Visitor): Promise<ReviewMomentView> {
    return this.review.view(READ_MOMENT, id, visitor);
  }

  @Get('public/:id/images')
  @Operation("List a moment's images as its reviewer sees them", { errors: LINK_ERRORS })
  async images(
    @Id('Moment') id: string,
    @Query() page: PageQuery,
    @CurrentVisitor() visitor: Visitor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReviewImageView[]> {
    return sendPage(response, await this.review.view(readImagesOfMoment(page), id, visitor));
  }

  @Get('public/:id/delivered')
  @Operation('List what of a moment was approved and delivered, for a reviewer with a link of their own', {
    errors: LINK_ERRORS,
  })
  delivered(@Id('Moment') id: string, @CurrentVisitor() visitor: Visitor): Promise<DeliveredPhotoView[]> {
    return this.review.view(READ_DELIVERED_PHOTOS, id, visitor);
  }

  @Get('public/:id/branding')
  @Operation("Get the brand of a moment's public page", { errors: ['TOO_MANY_REQUESTS'] })
  branding(@Id('Moment') id: string, @CurrentVisitor() visitor: Visitor): Promise<ReviewBranding> {
    return this.review.branding(READ_MOMENT, id, visitor);
  }

  @Post('public/:id/opened')
  @Operation("Note that a moment's link was opened", { errors: LINK_ERRORS })
  @HttpCode(204)
  opened(@Id('Moment') id: string, @CurrentVisitor() visitor: Visitor): Promise<void> {
    return this.review.recordVisit(READ_MOMENT, id, visitor);
  }

  @Post('public/:id/done')
  @Operation('Say that a moment is reviewed for now, once in a round', { errors: DECISION_ERRORS })
  @HttpCode(204)
  done(@Id('Moment') id: string, @Body() body: DoneBody, @CurrentVisitor() visitor: Visitor): Promise<void> {
    return this.review.finishRound(READ_MOMENT, id, body, visitor);
  }

  @Post('images/:id/approve')
  @Operation('Approve an image', { errors: ['IMAGE_CHANGED', 'IMAGE_NOT_PENDING', ...DECISION_ERRORS] })
  @HttpCode(200)
  approve(
    @Id('Image') id: string,
    @Body() { version }: ApproveImageBody,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<ReviewImageView> {
    return this.review.decide(this.image(id), { step: 'approve' }, { version }, visitor);
  }

  @Post('images/:id/reject')
  @Operation('Reject an image, with a reason', { errors: ['IMAGE_CHANGED', 'IMAGE_NOT_PENDING', ...DECISION_ERRORS] })
  @HttpCode(200)
  reject(
    @Id('Image') id: string,
    @Body() { feedback, version }: RejectImageBody,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<ReviewImageView> {
    return this.review.decide(this.image(id), { step: 'reject', feedback }, { version }, visitor);
  }

  @Post('images/:id/decision/undo')
  @Operation('Take a decision back that was just made', { errors: ['DECISION_FINAL', ...DECISION_ERRORS] })
  @HttpCode(200)
  undo(
    @Id('Image') id: string,
    @Body() { version }: UndoImageDecisionBody,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<ReviewImageView> {
    return this.review.undo(this.image(id), { version }, visitor);
  }

  private image(id: string) {
    return publicImage(id, this.photos.lock(id, CHECKED_ELSEWHERE));
  }
}

/** The public preview of an optimization: open to every holder of the link. */
@ApiTags('review')
@Public()
@UseGuards(NamedLinkGuard)
@Controller('api/gmb-optimizations/public')
export class OptimizationReviewController {
  constructor(private readonly review: PublicReviewService) {}

  @Get(':publicLink')
  @Operation('Get an optimization as its reviewer sees it', { errors: LINK_ERRORS })
  view(
    @TokenOrId('Optimization', 'publicLink') publicLink: string,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<ReviewOptimizationView> {
    return this.review.view(READ_OPTIMIZATION, publicLink, visitor);
  }

  @Get(':publicLink/branding')
  @Operation("Get the brand of an optimization's public page", { errors: ['TOO_MANY_REQUESTS'] })
  branding(
    @TokenOrId('Optimization', 'publicLink') publicLink: string,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<ReviewBranding> {
    return this.review.branding(READ_OPTIMIZATION, publicLink, visitor);
  }

  @Post(':publicLink/opened')
  @Operation("Note that an optimization's link was opened", { errors: LINK_ERRORS })
  @HttpCode(204)
  opened(
    @TokenOrId('Optimization', 'publicLink') publicLink: string,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<void> {
    return this.review.recordVisit(READ_OPTIMIZATION, publicLink, visitor);
  }

  @Post(':publicLink/done')
  @Operation('Say that an optimization is reviewed for now, once in a round', { errors: DECISION_ERRORS })
  @HttpCode(204)
  done(
    @TokenOrId('Optimization', 'publicLink') publicLink: string,
    @Body() body: DoneBody,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<void> {
    return this.review.finishRound(READ_OPTIMIZATION, publicLink, body, visitor);
  }

  @Post(':publicLink/approve/:section')
  @Operation('Approve or reject a section', {
    errors: ['SECTION_CHANGED', 'SECTION_DECIDED', 'NO_SUGGESTION', 'SECTION_THROTTLED', ...DECISION_ERRORS],
  })
  @HttpCode(200)
  decide(
    @TokenOrId('Optimization', 'publicLink') publicLink: string,
    @SectionName() section: Section,
    @Body() body: DecideSectionBody,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<ReviewOptimizationView> {
    return this.review.decide(publicSection(publicLink, section), verdictOf(body), basedOnOf(body), visitor);
  }

  @Post(':publicLink/undo/:section')
  @Operation('Take a decision on a section back that was just made', {
    errors: ['DECISION_FINAL', ...DECISION_ERRORS],
  })
  @HttpCode(200)
  undo(
    @TokenOrId('Optimization', 'publicLink') publicLink: string,
    @SectionName() section: Section,
    @Body() body: UndoSectionDecisionBody,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<ReviewOptimizationView> {
    return this.review.undo(publicSection(publicLink, section), basedOnOf(body), visitor);
  }
}
