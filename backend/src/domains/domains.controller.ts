import { Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';
import { Public } from '../auth/public.decorator.js';
import { CONFIG } from '../common/config.module.js';
import { Id } from '../common/id.decorator.js';
import { NoFields } from '../common/no-fields.decorator.js';
import type { Config } from '../config.js';
import type { DomainAllowed, DomainVerification } from '../contract/agencies.js';
import type { ServerIp } from '../contract/server.js';
import { ALLOWED, SERVER_IP, VERIFICATION } from './domains.openapi.js';
import { DomainsService } from './domains.service.js';

@ApiTags('domains')
@Controller('api')
export class DomainsController {
  constructor(
    private readonly domains: DomainsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('server-ip')
  @ApiOperation({ summary: "The address that agencies' domains must point to" })
  @ApiOkResponse({ schema: SERVER_IP })
  serverIp(): ServerIp {
    return { ip: this.config.serverIp };
  }

  @Post('agencies/:id/verify-domain')
  @HttpCode(200)
  @ApiOperation({
    summary: "Looks the agency's domain up and keeps whether it leads to this server",
    description: 'A DNS that fails or does not answer in time changes nothing: a verified domain stays verified.',
  })
  @ApiOkResponse({ schema: VERIFICATION, description: 'What was found, in a sentence for staff' })
  @ApiConflictResponse({ description: 'NO_DOMAIN: it has none. DOMAIN_CHANGED: it was changed during the check.' })
  verify(@Id('Agency') id: string, @NoFields() _none: void): Promise<DomainVerification> {
    return this.domains.verify(id);
  }

  // On every host: a proxy inside asks under a name of its own, and learns what anybody can see by opening the domain.
  @Get('domains/allowed')
  @Public()
  @ApiOperation({ summary: 'Whether a proxy may get a certificate for a domain: it is the verified one of an agency' })
  @ApiQuery({ name: 'domain', type: String, example: 'review.example.com' })
  @ApiOkResponse({ schema: ALLOWED })
  @ApiNotFoundResponse({ description: 'It may not' })
  allowed(@Query('domain') domain: unknown): Promise<DomainAllowed> {
    return this.domains.allowed(domain);
  }
}
