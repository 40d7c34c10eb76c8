import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Can } from '../access/can.decorator.js';
import { By, type StaffActor } from '../access/actor.js';
import { Operation, Query } from '../platform/http/operation.js';
import { OwnerQuery } from '../contract/owners.js';
import type { WorkView } from '../contract/work.js';
import { WorkService } from './work.service.js';

@ApiTags('work')
@Controller('api/work')
export class WorkController {
  constructor(private readonly work: WorkService) {}

  @Get()
  @Can('review.read')
  @Operation('List what waits for staff, the most urgent first')
  list(@Query() query: OwnerQuery, @By() by: StaffActor): Promise<WorkView> {
    return this.work.list(query, by);
  }
}
