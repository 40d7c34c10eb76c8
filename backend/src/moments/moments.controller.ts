import { Controller, Delete, Get, HttpCode, Patch, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Can } from '../access/can.decorator.js';
import { By, type StaffActor } from '../access/actor.js';
import { Body, Id, Operation, Query } from '../platform/http/operation.js';
import { sendPage } from '../platform/http/paging.js';
import type { HistoryEntry } from '../contract/history.js';
import {
  CreateMomentBody,
  MomentQuery,
  UpdateMomentBody,
  type MomentListItem,
  type MomentView,
} from '../contract/moments.js';
import { PageQuery } from '../contract/paging.js';
import { MomentsService } from './moments.service.js';

@ApiTags('moments')
@Controller('api/moments')
export class MomentsController {
  constructor(private readonly moments: MomentsService) {}

  @Get()
  @Can('review.read')
  @Operation('List the moments')
  async list(
    @By() by: StaffActor,
    @Query() query: MomentQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MomentListItem[]> {
    return sendPage(response, await this.moments.list(query, by));
  }

  @Get(':id')
  @Can('review.read')
  @Operation('Get a moment')
  get(@Id('Moment') id: string, @By() by: StaffActor): Promise<MomentView> {
    return this.moments.get(id, by);
  }

  @Get(':id/history')
  @Can('review.read')
  @Operation('List what happened to a moment, newest first')
  async history(
    @Id('Moment') id: string,
    @Query() page: PageQuery,
    @By() by: StaffActor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<HistoryEntry[]> {
    return sendPage(response, await this.moments.history(id, page, by));
  }

  @Post()
  @Can('review.edit')
  @Operation('Create a moment')
  create(@Body() body: CreateMomentBody, @By() by: StaffActor): Promise<MomentView> {
    return this.moments.create(body, by);
  }

  @Patch(':id')
  @Can('review.edit')
  @Operation('Rename a moment, or move it to another client')
  update(@Id('Moment') id: string, @Body() body: UpdateMomentBody, @By() by: StaffActor): Promise<MomentView> {
    return this.moments.update(id, body, by);
  }

  @Post(':id/share')
  @Can('review.share')
  @Operation("Note that a moment's open link was shared", { errors: ['LINK_CLOSED'] })
  @HttpCode(200)
  share(@Id('Moment') id: string, @By() by: StaffActor): Promise<MomentView> {
    return this.moments.share(id, by);
  }

  @Delete(':id')
  @Can('review.delete')
  @Operation('Delete a moment with its images')
  @HttpCode(204)
  delete(@Id('Moment') id: string, @By() by: StaffActor): Promise<void> {
    return this.moments.delete(id, by);
  }
}
