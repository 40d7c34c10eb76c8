import { Controller, Get, HttpCode, Inject, Post, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Can, Public } from '../access/can.decorator.js';
import { By, type StaffActor } from '../access/actor.js';
import { CONFIG } from '../platform/config.module.js';
import { Id, Operation, Query } from '../platform/http/operation.js';
import type { Config } from '../config.js';
import { DomainQuery, type DomainAllowed, type DomainVerification } from '../contract/agencies.js';
import type { ServerIp } from '../contract/server.js';
import { InTurn } from '../platform/limits/in-turn.interceptor.js';
import { DomainsService } from './domains.service.js';

@ApiTags('domains')
@Controller('api')
export class DomainsController {
  constructor(
    private readonly domains: DomainsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('server-ip')
  @Can('agency.read')
  @Operation("Get the address that agencies' domains must point to")
  serverIp(): ServerIp {
    return { ip: this.config.serverIp };
  }

  @Post('agencies/:id/verify-domain')
  @Can('agency.manage')
  @HttpCode(200)
  @Operation("Look an agency's domain up, and keep whether it leads to this server", {
    errors: ['NO_DOMAIN', 'DOMAIN_CHANGED'],
    description: 'A DNS that fails or does not answer in time changes nothing: a verified domain stays verified.',
  })
  verify(@Id('Agency') id: string, @By() by: StaffActor): Promise<DomainVerification> {
    return this.domains.verify(id, by);
  }

  // On every host, since a proxy asks by another host name; the answer is no secret.
  @Get('domains/allowed')
  @Public()
  @UseInterceptors(InTurn)
  @Operation('Whether a proxy may get a certificate for a domain: it is the verified one of an agency', {
    errors: ['NOT_FOUND'],
  })
  allowed(@Query() { domain }: DomainQuery): Promise<DomainAllowed> {
    return this.domains.allowed(domain);
  }
}
