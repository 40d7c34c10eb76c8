import { Module } from '@nestjs/common';
import { LogosModule } from '../agencies/logos.module.js';
import { SettingsController } from './settings.controller.js';
import { SettingsService } from './settings.service.js';

@Module({ imports: [LogosModule], controllers: [SettingsController], providers: [SettingsService] })
export class SettingsModule {}
