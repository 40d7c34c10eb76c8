import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { logoUrl } from '../agencies/agency.present.js';
import { DEFAULT_BRAND_NAME } from '../contract/limits.js';
import type { BrandingView, SettingsView } from '../contract/settings.js';
import { agencyAt } from '../review/review.service.js';
import { Settings } from './settings.entity.js';

/** The platform's branding. */
@Injectable()
export class SettingsService {
  constructor(private readonly db: DataSource) {}

  async get(): Promise<SettingsView> {
    const { brandName, primaryColor, logoFileId } = await this.row();
    return { brandName, primaryColor, logoUrl: logoUrl(logoFileId) };
  }

  /** The brand of a host: an agency's own domain shows the agency, every other host the platform. */
  async branding(agencyHost: string | null): Promise<BrandingView> {
    const agency = agencyHost && (await agencyAt(this.db.manager, agencyHost));
    if (agency) {
      return { name: agency.name, primaryColor: agency.primaryColor, logoUrl: logoUrl(agency.logoFileId) };
    }
    const { brandName, primaryColor, logoFileId } = await this.row();
    return { name: brandName || DEFAULT_BRAND_NAME, primaryColor, logoUrl: logoUrl(logoFileId) };
  }

  private row(): Promise<Settings> {
    return this.db.manager.findOneByOrFail(Settings, { id: true });
  }
}
