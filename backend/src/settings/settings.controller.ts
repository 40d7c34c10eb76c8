import { Controller, Get, Patch, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Body, Consumes, Operation } from '../platform/http/operation.js';
import { OptionalFile, ReceiveFiles, type ReceivedFile } from '../platform/requests/receive-files.js';
import { Can, Public } from '../access/can.decorator.js';
import { AgencyHost } from '../access/access.guard.js';
import { By, type StaffActor } from '../access/actor.js';
import { LOGO_MAX_BYTES } from '../contract/limits.js';
import { UpdateSettingsBody, type BrandingView, type SettingsView } from '../contract/settings.js';
import { InTurn } from '../platform/limits/in-turn.interceptor.js';
import { SettingsService } from './settings.service.js';

@ApiTags('settings')
@Controller('api')
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get('settings')
  @Can('settings.read')
  @Operation("Get the platform's brand")
  get(): Promise<SettingsView> {
    return this.settings.get();
  }

  @Patch('settings')
  @Can('settings.manage')
  @Operation("Change the platform's brand", { errors: ['EDITED_MEANWHILE'] })
  @UseInterceptors(ReceiveFiles({ field: 'logo', maxFiles: 1, maxBytes: LOGO_MAX_BYTES }))
  @Consumes('multipart/form-data', 'application/json')
  update(
    @Body() body: UpdateSettingsBody,
    @OptionalFile() logo: ReceivedFile | undefined,
    @By() by: StaffActor,
  ): Promise<SettingsView> {
    return this.settings.update(body, logo, by);
  }

  @Get('branding')
  @Operation('Get the brand of the host that is asked')
  @Public()
  @UseInterceptors(InTurn)
  branding(@AgencyHost() agencyHost: string | null): Promise<BrandingView> {
    return this.settings.branding(agencyHost);
  }
}
