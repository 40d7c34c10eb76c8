import { Controller, Delete, Get, HttpCode, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentUser } from '../users/current-user.decorator.js';
import type { GettingStartedView } from '../contract/getting-started.js';
import { Operation } from '../platform/http/operation.js';
import type { User } from '../users/user.entity.js';
import { GettingStartedService } from './getting-started.service.js';

@ApiTags('getting-started')
@Controller('api/getting-started')
export class GettingStartedController {
  constructor(private readonly gettingStarted: GettingStartedService) {}

  @Get()
  @Operation('Get which first steps were done, and the sample')
  get(): Promise<GettingStartedView> {
    return this.gettingStarted.get();
  }

  @Put('sample')
  @Operation('Make a client with a moment to try everything with, unless it is there already', {
    errors: ['STORAGE_UNAVAILABLE', 'MEMORY_UNAVAILABLE'],
  })
  @HttpCode(204)
  load(@CurrentUser() user: User): Promise<void> {
    return this.gettingStarted.loadSample(user);
  }

  @Delete('sample')
  @Operation('Delete the sample with everything, if it is there')
  @HttpCode(204)
  remove(): Promise<void> {
    return this.gettingStarted.removeSample();
  }
}
