import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CONFIG } from '../common/config.module.js';
import type { Config } from '../config.js';
import type { ServerIp } from '../contract/server.js';

@ApiTags('domains')
@Controller('api')
export class DomainsController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get('server-ip')
  serverIp(): ServerIp {
    return { ip: this.config.serverIp };
  }
}
