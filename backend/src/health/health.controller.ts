import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../auth/public.decorator.js';
import type { ReadyView } from '../contract/server.js';
import { HealthService } from './health.service.js';

@ApiTags('health')
@Public()
@Controller('api/health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** The process answers. */
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** The process can work: database and storage answer as well. Also says whether the queue does. */
  @Get('ready')
  ready(): Promise<ReadyView> {
    return this.health.ready();
  }
}
