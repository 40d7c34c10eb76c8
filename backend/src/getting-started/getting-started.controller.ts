import { Controller, Delete, Get, HttpCode, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Can } from '../access/can.decorator.js';
import { By, type StaffActor } from '../access/actor.js';
import type { GettingStartedView } from '../contract/getting-started.js';
import { Operation } from '../platform/http/operation.js';
import { GettingStartedService } from './getting-started.service.js';

@ApiTags('getting-started')
@Controller('api/getting-started')
export class GettingStartedController {
  constructor(private readonly gettingStarted: GettingStartedService) {}

  @Get()
  @Can('client.read')
  @Operation('Get which first steps were done, and the sample')
  get(@By() by: StaffActor): Promise<GettingStartedView> {
    return this.gettingStarted.get(by);
  }

  @Put('sample')
  @Can('client.manage')
  @Operation('Make a client with a moment to try everything with, unless it is there already', {
    errors: ['STORAGE_UNAVAILABLE', 'MEMORY_UNAVAILABLE'],
  })
  @HttpCode(204)
  load(@By() by: StaffActor): Promise<void> {
    return this.gettingStarted.loadSample(by);
  }

  @Delete('sample')
  @Can('client.manage')
  @Operation('Delete the sample with everything, if it is there')
  @HttpCode(204)
  remove(@By() by: StaffActor): Promise<void> {
    return this.gettingStarted.removeSample(by);
  }
}
