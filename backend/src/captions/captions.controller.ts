import { Controller, Get, Headers, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { fromEvent } from 'rxjs';
import { Can } from '../access/can.decorator.js';
import { By, type StaffActor } from '../access/actor.js';
import { Body, Id, Operation } from '../platform/http/operation.js';
import { accepted, sendJson, wantsAsync, type Accepted } from '../platform/http/responses.js';
import { DRAFTING_ERRORS } from '../runs/reason.js';
import {
  RegenerateCaptionBody,
  type CaptionJobStarted,
  type CaptionRunDetail,
  type CaptionRunStarted,
  type CaptionRunView,
} from '../contract/captions.js';
import type { ImageView } from '../contract/images.js';
import { CaptionsService } from './captions.service.js';

@ApiTags('captions')
@Controller('api')
export class CaptionsController {
  constructor(private readonly captions: CaptionsService) {}

  @Post('moments/:id/generate-captions')
  @Can('review.generate')
  @Operation("Draft the captions that a moment's images lack", { errors: ['ALL_CAPTIONED'] })
  @HttpCode(202)
  generate(@Id('Moment') momentId: string, @By() by: StaffActor): Promise<CaptionRunStarted> {
    return this.captions.generate(momentId, by);
  }

  @Get('moments/:id/caption-run')
  @Can('review.read')
  @Operation("Get the latest run that fills in a moment's missing captions")
  async current(
    @Id('Moment') momentId: string,
    @By() by: StaffActor,
    @Res() response: Response,
  ): Promise<CaptionRunView | null> {
    return sendJson(response, await this.captions.currentRun(momentId, by));
  }

  @Get('moments/:id/runs')
  @Can('review.read')
  @Operation('List the latest caption runs of a moment')
  runs(@Id('Moment') momentId: string, @By() by: StaffActor): Promise<CaptionRunDetail[]> {
    return this.captions.recentRuns(momentId, by);
  }

  @Post('images/:id/regenerate')
  @Can('review.generate')
  @Operation("Write an image's caption again", {
    errors: ['IMAGE_APPROVED', 'GENERATION_RUNNING', 'IMAGE_CHANGED', ...DRAFTING_ERRORS],
  })
  @HttpCode(200)
  async regenerate(
    @Id('Image') imageId: string,
    @Body() { instruction = '' }: RegenerateCaptionBody,
    @Headers('prefer') prefer: string | undefined,
    @By() by: StaffActor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ImageView | Accepted<CaptionJobStarted>> {
    return wantsAsync(prefer)
      ? accepted(response, { jobId: await this.captions.regenerate(imageId, instruction, by) })
      : this.captions.regenerateAndWait(imageId, instruction, by, fromEvent(response, 'close'));
  }
}
