import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { Can } from '../access/can.decorator.js';
import { By, type StaffActor } from '../access/actor.js';
import type { ActiveRunView } from '../contract/runs.js';
import { Operation } from '../platform/http/operation.js';
import { listActiveRuns } from './active-runs.queries.js';

/**
 * The runs that the header lists, each about a review. API clients know its operations by the class's name, so it
 * stays.
 */
@ApiTags('runs')
@Controller('api/runs')
export class RunsController {
  constructor(private readonly db: DataSource) {}

  @Get('active')
  @Can('review.read')
  @Operation('List the runs that have not ended, oldest first, at most 100')
  active(@By() by: StaffActor): Promise<ActiveRunView[]> {
    return listActiveRuns(this.db.manager, by);
  }
}
