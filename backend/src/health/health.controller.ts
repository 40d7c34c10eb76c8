import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { Public } from '../auth/public.decorator.js';
import { AppError } from '../common/errors.js';
import { Storage } from '../storage/storage.js';

@ApiTags('health')
@Public()
@Controller('api/health')
export class HealthController {
  constructor(
    private readonly db: DataSource,
    private readonly storage: Storage,
  ) {}

  /** The process answers. */
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** The process can work: database and storage answer as well. */
  @Get('ready')
  async ready(): Promise<{ status: 'ok' }> {
    await this.db.query('SELECT 1').catch(() => {
      throw new AppError(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached right now.');
    });
    await this.storage.check();
    return { status: 'ok' };
  }
}
