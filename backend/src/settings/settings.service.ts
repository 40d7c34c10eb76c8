import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { Agency } from '../agencies/agency.entity.js';
import { appendAudit, changesOf, hiddenChange, SETTINGS } from '../audit/audit.js';
import { logoUrl, presentBrand } from '../agencies/agency.present.js';
import { arePasswordsOff } from '../auth/password-sign-in.js';
import type { ReceivedFile } from '../platform/requests/receive-files.js';
import type { Config } from '../config.js';
import { pick } from '../contract/record-fields.js';
import { DEFAULT_BRAND_NAME } from '../contract/limits.js';
import type { BrandingView, SettingsView, UpdateSettingsBody } from '../contract/settings.js';
import { CONFIG } from '../platform/config.module.js';
import { publish } from '../platform/events/publish.js';
import { LogosService } from '../agencies/logos.service.js';
import { Settings, type SettingsFields } from './settings.entity.js';

/** The platform's branding. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly db: DataSource,
    private readonly logos: LogosService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async get(): Promise<SettingsView> {
    return this.present(await this.row());
  }

  /**
   * Changes what is given, all or nothing; the files of a logo that goes are removed with it.
   * @throws AppError 400, 409 EDITED_MEANWHILE
   */
  async update(body: UpdateSettingsBody, logo: ReceivedFile | undefined, by: Actor): Promise<SettingsView> {
    const { removeLogo = false, revision, ...fields } = body;
    const logoFileId = await this.logos.storeIfAny(logo, { remove: removeLogo });
    return this.db.transaction(async (manager) => {
      const settings = await lockSettings(manager);
      const before = { ...settings };
      settings.edit({ ...fields, logoFileId }, { by, revision });
      await manager.save(Settings, settings);
      await noteChange(manager, by, before, settings);
      await this.logos.confirm(manager, logoFileId);
      await publish(manager, 'settings.changed', { id: 'settings' });
      return this.present(settings);
    });
  }

  /** The brand of a host: an agency's own domain shows the agency, every other host the platform, with how staff sign in there. */
  async branding(agencyHost: string | null): Promise<BrandingView> {
    const agencyDomain = agencyHost !== null;
    const own = agencyHost && { customDomain: agencyHost, domainVerified: true };
    const agency = own && (await this.db.manager.findOneBy(Agency, own));
    if (agency) return { ...presentBrand(agency), agencyDomain };
    const { brandName, primaryColor, logoFileId } = await this.row();
    const brand = { name: brandName || DEFAULT_BRAND_NAME, primaryColor, logoUrl: logoUrl(logoFileId), agencyDomain };
    return agencyDomain ? brand : { ...brand, ...(await this.singleSignOn()) };
  }

  private async singleSignOn(): Promise<Pick<BrandingView, 'singleSignOn'>> {
    const { singleSignOn } = this.config;
    if (!singleSignOn) return {};
    const isOnly = await arePasswordsOff(this.db.manager, this.config);
    return { singleSignOn: { name: singleSignOn.name, isOnly } };
  }

  private row(): Promise<Settings> {
    return this.db.manager.findOneByOrFail(Settings, { id: true });
  }

  private present({ brandName, primaryColor, logoFileId, edits }: Settings): SettingsView {
    const { revision, editor } = edits;
    const usesBuiltInWriter = !this.config.openai;
    return { brandName, primaryColor, logoUrl: logoUrl(logoFileId), usesBuiltInWriter, revision, editor };
  }
}

async function noteChange(
  manager: EntityManager,
  by: Actor,
  before: SettingsFields,
  after: SettingsFields,
): Promise<void> {
  const names = ['brandName', 'primaryColor'] as const;
  const logo = hiddenChange(before.logoFileId, after.logoFileId);
  const changes = { ...changesOf(pick(before, names), pick(after, names)), ...(logo && { logo }) };
  if (Object.keys(changes).length > 0)
    await appendAudit(manager, by, { action: 'settings.changed', target: SETTINGS, changes });
}

// Two changes at once come one after the other, each on top of the other.
function lockSettings(manager: EntityManager): Promise<Settings> {
  return manager.findOneOrFail(Settings, { where: { id: true }, lock: { mode: 'pessimistic_write' } });
}
