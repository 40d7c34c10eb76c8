import { Controller, Delete, Get, Headers, HttpCode, Patch, Post, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { fromEvent } from 'rxjs';
import { Can } from '../access/can.decorator.js';
import { By, type StaffActor } from '../access/actor.js';
import { Body, Id, Operation, Query } from '../platform/http/operation.js';
import { sendPage } from '../platform/http/paging.js';
import { accepted, wantsAsync, type Accepted } from '../platform/http/responses.js';
import { DRAFTING_ERRORS } from '../runs/reason.js';
import type { HistoryEntry } from '../contract/history.js';
import {
  CreateOptimizationBody,
  OptimizationQuery,
  RegenerateSectionBody,
  RestoreSectionBody,
  UpdateOptimizationBody,
  type GenerationStarted,
  type OptimizationDetail,
  type OptimizationListItem,
  type OptimizationRunView,
  type OptimizationView,
} from '../contract/optimizations.js';
import { PageQuery } from '../contract/paging.js';
import { ReplyBody, ResubmitBody } from '../contract/rounds.js';
import type { Section } from '../contract/statuses.js';
import { SuggestionsService } from './suggestions.service.js';
import { OptimizationsService } from './optimizations.service.js';
import { SectionName } from './section-name.decorator.js';

@ApiTags('gmb-optimizations')
@Controller('api/gmb-optimizations')
export class OptimizationsController {
  constructor(
    private readonly optimizations: OptimizationsService,
    private readonly suggestions: SuggestionsService,
  ) {}

  @Get()
  @Can('review.read')
  @Operation('List the optimizations')
  async list(
    @Query() query: OptimizationQuery,
    @By() by: StaffActor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OptimizationListItem[]> {
    return sendPage(response, await this.optimizations.list(query, by));
  }

  @Get(':id')
  @Can('review.read')
  @Operation('Get an optimization with its client')
  get(@Id('Optimization') id: string, @By() by: StaffActor): Promise<OptimizationDetail> {
    return this.optimizations.get(id, by);
  }

  @Get(':id/history')
  @Can('review.read')
  @Operation('List what happened to an optimization, newest first')
  async history(
    @Id('Optimization') id: string,
    @Query() page: PageQuery,
    @By() by: StaffActor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<HistoryEntry[]> {
    return sendPage(response, await this.optimizations.history(id, page, by));
  }

  @Get(':id/runs')
  @Can('review.read')
  @Operation('List the latest generations of an optimization')
  runs(@Id('Optimization') id: string, @By() by: StaffActor): Promise<OptimizationRunView[]> {
    return this.suggestions.recentRuns(id, by);
  }

  @Post()
  @Can('review.edit')
  @Operation('Create an optimization')
  create(@Body() body: CreateOptimizationBody, @By() by: StaffActor): Promise<OptimizationView> {
    return this.optimizations.create(body, by);
  }

  @Patch(':id')
  @Can('review.edit')
  @Operation("Change an optimization's record or suggestions", {
    errors: [
      'EDITED_MEANWHILE',
      'SECTION_CHANGED',
      'OPTIMIZATION_SUBMITTED',
      'OPTIMIZATION_COMPLETED',
      'GENERATION_RUNNING',
    ],
  })
  update(
    @Id('Optimization') id: string,
    @Body() body: UpdateOptimizationBody,
    @By() by: StaffActor,
  ): Promise<OptimizationView> {
    return this.optimizations.update(id, body, by);
  }

  @Post(':id/restore')
  @Can('review.edit')
  @Operation('Write the suggestion again that an entry of the history replaced, as an edit', {
    errors: ['SECTION_CHANGED', 'NOTHING_TO_RESTORE'],
  })
  @HttpCode(200)
  restore(
    @Id('Optimization') id: string,
    @Body() body: RestoreSectionBody,
    @By() by: StaffActor,
  ): Promise<OptimizationView> {
    return this.optimizations.restore(id, body, by);
  }

  @Post(':id/share')
  @Can('review.share')
  @Operation("Note that an optimization's open link was shared", { errors: ['LINK_CLOSED'] })
  @HttpCode(200)
  share(@Id('Optimization') id: string, @By() by: StaffActor): Promise<OptimizationView> {
    return this.optimizations.share(id, by);
  }

  @Delete(':id')
  @Can('review.delete')
  @Operation('Delete an optimization')
  @HttpCode(204)
  delete(@Id('Optimization') id: string, @By() by: StaffActor): Promise<void> {
    return this.optimizations.delete(id, by);
  }

  @Post(':id/generate')
  @Can('review.generate')
  @Operation('Write every section that has no suggestion', {
    errors: ['ALL_SUGGESTED', 'SECTION_CHANGED', ...DRAFTING_ERRORS],
  })
  @HttpCode(200)
  async generate(
    @Id('Optimization') id: string,
    @Headers('prefer') prefer: string | undefined,
    @By() by: StaffActor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OptimizationView | Accepted<GenerationStarted>> {
    return this.answer({ id, runId: await this.suggestions.generate(id, by), by }, prefer, response);
  }

  @Post(':id/regenerate/:section')
  @Can('review.generate')
  @Operation('Write a section again', {
    errors: ['GENERATION_RUNNING', 'SECTION_NOT_REJECTED', 'SECTION_CHANGED', ...DRAFTING_ERRORS],
  })
  @HttpCode(200)
  async regenerate(
    @Id('Optimization') id: string,
    @SectionName() section: Section,
    @Body() body: RegenerateSectionBody,
    @Headers('prefer') prefer: string | undefined,
    @By() by: StaffActor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OptimizationView | Accepted<GenerationStarted>> {
    return this.answer({ id, runId: await this.suggestions.regenerate(id, section, body, by), by }, prefer, response);
  }

  @Post(':id/resubmit/:section')
  @Can('review.edit')
  @Operation('Put the draft of a rejected section before the client, or what was rejected with an answer', {
    errors: ['SECTION_NOT_REJECTED', 'NO_SUGGESTION'],
  })
  @HttpCode(200)
  resubmit(
    @Id('Optimization') id: string,
    @SectionName() section: Section,
    @Body() body: ResubmitBody,
    @By() by: StaffActor,
  ): Promise<OptimizationView> {
    return this.optimizations.resubmit(id, section, body, by);
  }

  @Put(':id/reply/:section')
  @Can('review.edit')
  @Operation('Answer the rejection of a section', { errors: ['SECTION_NOT_REJECTED'] })
  reply(
    @Id('Optimization') id: string,
    @SectionName() section: Section,
    @Body() body: ReplyBody,
    @By() by: StaffActor,
  ): Promise<OptimizationView> {
    return this.optimizations.reply(id, section, body, by);
  }

  private answer(
    { id, runId, by }: { id: string; runId: string; by: StaffActor },
    prefer: string | undefined,
    response: Response,
  ): Promise<OptimizationView> | GenerationStarted {
    return wantsAsync(prefer)
      ? accepted(response, { jobId: runId })
      : this.suggestions.waitUntilEnded(id, runId, by, fromEvent(response, 'close'));
  }
}
