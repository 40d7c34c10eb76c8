import { Body, Controller, Delete, Get, Headers, HttpCode, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { fromEvent } from 'rxjs';
import { Staff } from '../auth/current-user.decorator.js';
import { Id } from '../common/id.decorator.js';
import { NoFields } from '../common/no-fields.decorator.js';
import { sendPage } from '../common/paging.js';
import { accepted, wantsAsync } from '../common/prefer.js';
import type { HistoryEntry } from '../contract/history.js';
import {
  CreateOptimizationBody,
  RegenerateSectionBody,
  UpdateOptimizationBody,
  type GenerationStarted,
  type OptimizationDetail,
  type OptimizationListItem,
  type OptimizationRunView,
  type OptimizationView,
} from '../contract/optimizations.js';
import { PageQuery } from '../contract/paging.js';
import type { Section } from '../contract/statuses.js';
import { HistoryService, type Actor } from '../history/history.service.js';
import { GenerationsService } from './generations.service.js';
import { OptimizationsService } from './optimizations.service.js';
import { SectionName } from './section-name.decorator.js';

const PREFER = { name: 'Prefer', description: 'respond-async answers 202 at once', required: false };

@ApiTags('gmb-optimizations')
@Controller('api/gmb-optimizations')
export class OptimizationsController {
  constructor(
    private readonly optimizations: OptimizationsService,
    private readonly generations: GenerationsService,
    private readonly histories: HistoryService,
  ) {}

  @Get()
  async list(
    @Query() page: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OptimizationListItem[]> {
    return sendPage(response, await this.optimizations.list(page));
  }

  @Get(':id')
  get(@Id('Optimization') id: string): Promise<OptimizationDetail> {
    return this.optimizations.get(id);
  }

  @Get(':id/history')
  async history(
    @Id('Optimization') id: string,
    @Query() page: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<HistoryEntry[]> {
    const { optimization } = await this.optimizations.get(id);
    return sendPage(response, await this.histories.of({ optimizationId: optimization.id }, page));
  }

  @Get(':id/runs')
  runs(@Id('Optimization') id: string): Promise<OptimizationRunView[]> {
    return this.generations.runs(id);
  }

  @Post()
  create(@Body() body: CreateOptimizationBody, @Staff() by: Actor): Promise<OptimizationView> {
    return this.optimizations.create(body, by);
  }

  @Patch(':id')
  update(
    @Id('Optimization') id: string,
    @Body() body: UpdateOptimizationBody,
    @Staff() by: Actor,
  ): Promise<OptimizationView> {
    return this.optimizations.update(id, body, by);
  }

  @Delete(':id')
  @HttpCode(204)
  delete(@Id('Optimization') id: string): Promise<void> {
    return this.optimizations.delete(id);
  }

  @Post(':id/generate')
  @HttpCode(200)
  @ApiHeader(PREFER)
  async generate(
    @Id('Optimization') id: string,
    @NoFields() _none: void,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GenerationStarted | OptimizationView> {
    const started = await this.generations.generate(id);
    return this.answer(id, started, prefer, response);
  }

  @Post(':id/regenerate/:section')
  @HttpCode(200)
  @ApiHeader(PREFER)
  async regenerate(
    @Id('Optimization') id: string,
    @SectionName() section: Section,
    @Body() { userFeedback = '' }: RegenerateSectionBody,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GenerationStarted | OptimizationView> {
    const started = await this.generations.regenerate(id, section, userFeedback);
    return this.answer(id, started, prefer, response);
  }

  private answer(
    id: string,
    started: GenerationStarted,
    prefer: string | undefined,
    response: Response,
  ): Promise<OptimizationView> | GenerationStarted {
    return wantsAsync(prefer)
      ? accepted(response, started)
      : this.generations.ended(id, started, fromEvent(response, 'close'));
  }
}
