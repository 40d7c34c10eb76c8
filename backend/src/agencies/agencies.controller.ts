import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query, Res, UseInterceptors } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Staff } from '../auth/current-user.decorator.js';
import { Id } from '../common/id.decorator.js';
import { sendPage } from '../common/paging.js';
import { OptionalFile } from '../common/received-files.decorator.js';
import { ReceiveFiles, type ReceivedFile } from '../common/received-files.js';
import { CreateAgencyBody, UpdateAgencyBody, type AgencyView } from '../contract/agencies.js';
import { LOGO_MAX_BYTES } from '../contract/limits.js';
import { PageQuery } from '../contract/paging.js';
import type { Actor } from '../history/history.service.js';
import { AgenciesService } from './agencies.service.js';

const Logo = ReceiveFiles({ field: 'logo', maxFiles: 1, maxBytes: LOGO_MAX_BYTES });

@ApiTags('agencies')
@Controller('api/agencies')
export class AgenciesController {
  constructor(private readonly agencies: AgenciesService) {}

  @Get()
  async list(@Query() query: PageQuery, @Res({ passthrough: true }) response: Response): Promise<AgencyView[]> {
    return sendPage(response, await this.agencies.list(query));
  }

  @Get(':id')
  get(@Id('Agency') id: string): Promise<AgencyView> {
    return this.agencies.get(id);
  }

  @Post()
  @UseInterceptors(Logo)
  @ApiConsumes('multipart/form-data', 'application/json')
  create(@Body() body: CreateAgencyBody, @OptionalFile() logo: ReceivedFile | undefined): Promise<AgencyView> {
    return this.agencies.create(body, logo);
  }

  @Patch(':id')
  @UseInterceptors(Logo)
  @ApiConsumes('multipart/form-data', 'application/json')
  update(
    @Id('Agency') id: string,
    @Body() body: UpdateAgencyBody,
    @OptionalFile() logo: ReceivedFile | undefined,
    @Staff() by: Actor,
  ): Promise<AgencyView> {
    return this.agencies.update(id, body, logo, by);
  }

  @Delete(':id')
  @HttpCode(204)
  delete(@Id('Agency') id: string, @Staff() by: Actor): Promise<void> {
    return this.agencies.delete(id, by);
  }
}
