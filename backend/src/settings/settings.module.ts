import { Module } from '@nestjs/common';
import { AgenciesModule } from '../agencies/agencies.module.js';
import { SettingsController } from './settings.controller.js';
import { SettingsService } from './settings.service.js';

@Module({ imports: [AgenciesModule], controllers: [SettingsController], providers: [SettingsService] })
export class SettingsModule {}
