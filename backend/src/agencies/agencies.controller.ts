import { Controller, Delete, Get, HttpCode, Patch, Post, Res, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Can } from '../access/can.decorator.js';
import { By, type StaffActor } from '../access/actor.js';
import { Body, Consumes, Id, Operation, Query } from '../platform/http/operation.js';
import { sendPage } from '../platform/http/paging.js';
import { OptionalFile, ReceiveFiles, type ReceivedFile } from '../platform/requests/receive-files.js';
import { CreateAgencyBody, UpdateAgencyBody, type AgencyView } from '../contract/agencies.js';
import { LOGO_MAX_BYTES } from '../contract/limits.js';
import { PageQuery } from '../contract/paging.js';
import { AgenciesService } from './agencies.service.js';

const Logo = ReceiveFiles({ field: 'logo', maxFiles: 1, maxBytes: LOGO_MAX_BYTES });

@ApiTags('agencies')
@Controller('api/agencies')
export class AgenciesController {
  constructor(private readonly agencies: AgenciesService) {}

  @Get()
  @Can('agency.read')
  @Operation('List the agencies')
  async list(
    @By() by: StaffActor,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AgencyView[]> {
    return sendPage(response, await this.agencies.list(query, by));
  }

  @Get(':id')
  @Can('agency.read')
  @Operation('Get an agency')
  get(@Id('Agency') id: string, @By() by: StaffActor): Promise<AgencyView> {
    return this.agencies.get(id, by);
  }

  @Post()
  @Can('agency.manage')
  @Operation('Create an agency', { errors: ['DOMAIN_TAKEN'] })
  @UseInterceptors(Logo)
  @Consumes('multipart/form-data', 'application/json')
  create(
    @Body() body: CreateAgencyBody,
    @OptionalFile() logo: ReceivedFile | undefined,
    @By() by: StaffActor,
  ): Promise<AgencyView> {
    return this.agencies.create(body, logo, by);
  }

  @Patch(':id')
  @Can('agency.manage')
  @Operation('Change an agency', { errors: ['DOMAIN_TAKEN', 'EDITED_MEANWHILE'] })
  @UseInterceptors(Logo)
  @Consumes('multipart/form-data', 'application/json')
  update(
    @Id('Agency') id: string,
    @Body() body: UpdateAgencyBody,
    @OptionalFile() logo: ReceivedFile | undefined,
    @By() by: StaffActor,
  ): Promise<AgencyView> {
    return this.agencies.update(id, body, logo, by);
  }

  @Delete(':id')
  @Can('agency.manage')
  @Operation('Delete an agency')
  @HttpCode(204)
  delete(@Id('Agency') id: string, @By() by: StaffActor): Promise<void> {
    return this.agencies.delete(id, by);
  }
}
