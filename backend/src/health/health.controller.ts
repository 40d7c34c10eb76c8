import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../access/can.decorator.js';
import { Operation } from '../platform/http/operation.js';
import type { LiveView, ReadyView } from '../contract/server.js';
import { HealthService } from './health.service.js';

@ApiTags('health')
@Public()
@Controller('api/health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** The process answers. */
  @Get('live')
  @Operation('Whether the process answers')
  live(): LiveView {
    return { status: 'ok' };
  }

  /** The process can work: its database answers and takes changes. Also says whether storage and queue do. */
  @Get('ready')
  @Operation('Whether the process can work', { errors: ['MIGRATIONS_PENDING'] })
  ready(): Promise<ReadyView> {
    return this.health.ready();
  }
}
