import { Body, Controller, Delete, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Staff } from '../auth/current-user.decorator.js';
import { Id } from '../common/id.decorator.js';
import { NoFields } from '../common/no-fields.decorator.js';
import { sendPage } from '../common/paging.js';
import type { HistoryEntry } from '../contract/history.js';
import { CreateMomentBody, MomentQuery, type MomentListItem, type MomentView } from '../contract/moments.js';
import { PageQuery } from '../contract/paging.js';
import { HistoryService, type Actor } from '../history/history.service.js';
import { MomentsService } from './moments.service.js';

@ApiTags('moments')
@Controller('api/moments')
export class MomentsController {
  constructor(
    private readonly moments: MomentsService,
    private readonly histories: HistoryService,
  ) {}

  @Get()
  async list(@Query() query: MomentQuery, @Res({ passthrough: true }) response: Response): Promise<MomentListItem[]> {
    return sendPage(response, await this.moments.list(query));
  }

  @Get(':id')
  get(@Id('Moment') id: string): Promise<MomentView> {
    return this.moments.get(id);
  }

  @Get(':id/history')
  async history(
    @Id('Moment') id: string,
    @Query() page: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<HistoryEntry[]> {
    const moment = await this.moments.get(id);
    return sendPage(response, await this.histories.of({ momentId: moment.id }, page));
  }

  @Post()
  create(@Body() body: CreateMomentBody, @Staff() by: Actor): Promise<MomentView> {
    return this.moments.create(body, by);
  }

  @Post(':id/share')
  @HttpCode(200)
  share(@Id('Moment') id: string, @NoFields() _none: void, @Staff() by: Actor): Promise<MomentView> {
    return this.moments.share(id, by);
  }

  @Delete(':id')
  @HttpCode(204)
  delete(@Id('Moment') id: string): Promise<void> {
    return this.moments.delete(id);
  }
}
