import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../auth/public.decorator.js';
import { NoFields } from '../common/no-fields.decorator.js';
import { DecideSectionBody } from '../contract/optimizations.js';
import type { ReviewOptimizationView } from '../contract/review.js';
import type { Section } from '../contract/statuses.js';
import { SectionName } from '../gmb-optimizations/section-name.decorator.js';
import { OptimizationReviewService } from './optimization-review.service.js';
import { TheVisitor, type Visitor } from './visitor.decorator.js';

/** The public preview of an optimization: whoever holds the link may call these. */
@ApiTags('review')
@Public()
@Controller('api/gmb-optimizations/public')
export class OptimizationReviewController {
  constructor(private readonly review: OptimizationReviewService) {}

  @Get(':publicLink')
  view(@Param('publicLink') publicLink: string, @TheVisitor() visitor: Visitor): Promise<ReviewOptimizationView> {
    return this.review.view(publicLink, visitor);
  }

  @Post(':publicLink/opened')
  @HttpCode(204)
  opened(
    @Param('publicLink') publicLink: string,
    @NoFields() _none: void,
    @TheVisitor() visitor: Visitor,
  ): Promise<void> {
    return this.review.opened(publicLink, visitor);
  }

  @Post(':publicLink/approve/:section')
  @HttpCode(200)
  decide(
    @Param('publicLink') publicLink: string,
    @SectionName() section: Section,
    @Body() body: DecideSectionBody,
    @TheVisitor() visitor: Visitor,
  ): Promise<ReviewOptimizationView> {
    return this.review.decide(publicLink, visitor, section, body);
  }
}
