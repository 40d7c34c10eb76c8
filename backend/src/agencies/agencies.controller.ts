import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query, Res, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Staff } from '../users/current-user.decorator.js';
import { Consumes, Id, Operation } from '../platform/http/operation.js';
import { sendPage } from '../platform/http/paging.js';
import { OptionalFile, ReceiveFiles, type ReceivedFile } from '../platform/requests/receive-files.js';
import { CreateAgencyBody, UpdateAgencyBody, type AgencyView } from '../contract/agencies.js';
import { LOGO_MAX_BYTES } from '../contract/limits.js';
import { PageQuery } from '../contract/paging.js';
import type { Actor } from '../history/history.js';
import { AgenciesService } from './agencies.service.js';

const Logo = ReceiveFiles({ field: 'logo', maxFiles: 1, maxBytes: LOGO_MAX_BYTES });

@ApiTags('agencies')
@Controller('api/agencies')
export class AgenciesController {
  constructor(private readonly agencies: AgenciesService) {}

  @Get()
  @Operation('List the agencies')
  async list(@Query() query: PageQuery, @Res({ passthrough: true }) response: Response): Promise<AgencyView[]> {
    return sendPage(response, await this.agencies.list(query));
  }

  @Get(':id')
  @Operation('Get an agency')
  get(@Id('Agency') id: string): Promise<AgencyView> {
    return this.agencies.get(id);
  }

  @Post()
  @Operation('Create an agency', { errors: ['DOMAIN_TAKEN'] })
  @UseInterceptors(Logo)
  @Consumes('multipart/form-data', 'application/json')
  create(@Body() body: CreateAgencyBody, @OptionalFile() logo: ReceivedFile | undefined): Promise<AgencyView> {
    return this.agencies.create(body, logo);
  }

  @Patch(':id')
  @Operation('Change an agency', { errors: ['DOMAIN_TAKEN', 'EDITED_MEANWHILE'] })
  @UseInterceptors(Logo)
  @Consumes('multipart/form-data', 'application/json')
  update(
    @Id('Agency') id: string,
    @Body() body: UpdateAgencyBody,
    @OptionalFile() logo: ReceivedFile | undefined,
    @Staff() by: Actor,
  ): Promise<AgencyView> {
    return this.agencies.update(id, body, logo, by);
  }

  @Delete(':id')
  @Operation('Delete an agency')
  @HttpCode(204)
  delete(@Id('Agency') id: string, @Staff() by: Actor): Promise<void> {
    return this.agencies.delete(id, by);
  }
}
