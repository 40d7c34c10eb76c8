import { Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Can } from '../access/can.decorator.js';
import { By, type StaffActor } from '../access/actor.js';
import {
  CreateReviewerBody,
  UpdateReviewerBody,
  type ListedReviewer,
  type ReviewerView,
} from '../contract/reviewers.js';
import { Body, Id, Operation } from '../platform/http/operation.js';
import { ReviewersService } from './reviewers.service.js';

@ApiTags('reviewers')
@Controller('api')
export class ReviewersController {
  constructor(private readonly reviewers: ReviewersService) {}

  @Get('clients/:id/reviewers')
  @Can('review.read')
  @Operation('List the reviewers of a client')
  list(@Id('Client') id: string, @By() by: StaffActor): Promise<ListedReviewer[]> {
    return this.reviewers.list(id, by);
  }

  @Post('clients/:id/reviewers')
  @Can('review.share')
  @Operation('Add a reviewer to a client', { errors: ['EMAIL_TAKEN', 'TOO_MANY_REVIEWERS'] })
  create(@Id('Client') id: string, @Body() body: CreateReviewerBody, @By() by: StaffActor): Promise<ReviewerView> {
    return this.reviewers.create(id, body, by);
  }

  @Patch('reviewers/:id')
  @Can('review.share')
  @Operation('Change a reviewer; another e-mail address makes new links', { errors: ['EMAIL_TAKEN'] })
  update(@Id('Reviewer') id: string, @Body() body: UpdateReviewerBody, @By() by: StaffActor): Promise<ReviewerView> {
    return this.reviewers.update(id, body, by);
  }

  @Delete('reviewers/:id')
  @Can('review.share')
  @Operation('Remove a reviewer, and close their links')
  @HttpCode(204)
  delete(@Id('Reviewer') id: string, @By() by: StaffActor): Promise<void> {
    return this.reviewers.delete(id, by);
  }
}
