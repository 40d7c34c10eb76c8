import { Controller, Get, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../access/can.decorator.js';
import { Body, Operation, TokenOrId } from '../platform/http/operation.js';
import { DecideSectionBody, UndoSectionDecisionBody } from '../contract/optimizations.js';
import { DoneBody } from '../contract/rounds.js';
import type { ReviewBranding, ReviewOptimizationView } from '../contract/review.js';
import type { Section } from '../contract/statuses.js';
import { SectionName } from '../optimizations/section-name.decorator.js';
import { OptimizationReviewService } from './optimization-review.service.js';
import { DECISION_ERRORS, LINK_ERRORS } from './link-rights.js';
import { NamedLinkGuard } from './named-link.guard.js';
import { TheVisitor, type Visitor } from './visitor.decorator.js';

/** The public preview of an optimization: open to every holder of the link. */
@ApiTags('review')
@Public()
@UseGuards(NamedLinkGuard)
@Controller('api/gmb-optimizations/public')
export class OptimizationReviewController {
  constructor(private readonly review: OptimizationReviewService) {}

  @Get(':publicLink')
  @Operation('Get an optimization as its reviewer sees it', { errors: LINK_ERRORS })
  view(
    @TokenOrId('Optimization', 'publicLink') publicLink: string,
    @TheVisitor() visitor: Visitor,
  ): Promise<ReviewOptimizationView> {
    return this.review.view(publicLink, visitor);
  }

  @Get(':publicLink/branding')
  @Operation("Get the brand of an optimization's public page", { errors: ['TOO_MANY_REQUESTS'] })
  branding(
    @TokenOrId('Optimization', 'publicLink') publicLink: string,
    @TheVisitor() visitor: Visitor,
  ): Promise<ReviewBranding> {
    return this.review.branding(publicLink, visitor);
  }

  @Post(':publicLink/opened')
  @Operation("Note that an optimization's link was opened", { errors: LINK_ERRORS })
  @HttpCode(204)
  opened(@TokenOrId('Optimization', 'publicLink') publicLink: string, @TheVisitor() visitor: Visitor): Promise<void> {
    return this.review.opened(publicLink, visitor);
  }

  @Post(':publicLink/done')
  @Operation('Say that an optimization is reviewed for now, once in a round', { errors: DECISION_ERRORS })
  @HttpCode(204)
  done(
    @TokenOrId('Optimization', 'publicLink') publicLink: string,
    @Body() body: DoneBody,
    @TheVisitor() visitor: Visitor,
  ): Promise<void> {
    return this.review.done(publicLink, body, visitor);
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
    @TheVisitor() visitor: Visitor,
  ): Promise<ReviewOptimizationView> {
    return this.review.decide(publicLink, visitor, section, body);
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
    @TheVisitor() visitor: Visitor,
  ): Promise<ReviewOptimizationView> {
    return this.review.undo(publicLink, visitor, section, body);
  }
}
