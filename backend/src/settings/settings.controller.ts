import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AgencyHost } from '../auth/agency-host.decorator.js';
import { Public } from '../auth/public.decorator.js';
import type { BrandingView, SettingsView } from '../contract/settings.js';
import { SettingsService } from './settings.service.js';

@ApiTags('settings')
@Controller('api')
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get('settings')
  get(): Promise<SettingsView> {
    return this.settings.get();
  }

  @Get('branding')
  @Public()
  branding(@AgencyHost() agencyHost: string | null): Promise<BrandingView> {
    return this.settings.branding(agencyHost);
  }
}
