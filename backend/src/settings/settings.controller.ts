import { Body, Controller, Get, Patch, UseInterceptors } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { AgencyHost } from '../auth/agency-host.decorator.js';
import { Staff } from '../auth/current-user.decorator.js';
import { Public } from '../auth/public.decorator.js';
import { OptionalFile } from '../common/received-files.decorator.js';
import { ReceiveFiles, type ReceivedFile } from '../common/received-files.js';
import { LOGO_MAX_BYTES } from '../contract/limits.js';
import { UpdateSettingsBody, type BrandingView, type SettingsView } from '../contract/settings.js';
import type { Actor } from '../history/history.service.js';
import { SettingsService } from './settings.service.js';

@ApiTags('settings')
@Controller('api')
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get('settings')
  get(): Promise<SettingsView> {
    return this.settings.get();
  }

  @Patch('settings')
  @UseInterceptors(ReceiveFiles({ field: 'logo', maxFiles: 1, maxBytes: LOGO_MAX_BYTES }))
  @ApiConsumes('multipart/form-data', 'application/json')
  update(
    @Body() body: UpdateSettingsBody,
    @OptionalFile() logo: ReceivedFile | undefined,
    @Staff() by: Actor,
  ): Promise<SettingsView> {
    return this.settings.update(body, logo, by);
  }

  @Get('branding')
  @Public()
  branding(@AgencyHost() agencyHost: string | null): Promise<BrandingView> {
    return this.settings.branding(agencyHost);
  }
}
