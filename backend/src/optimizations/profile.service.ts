import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { parseFaqs } from '../contract/faqs.js';
import { SECTION_FIELDS } from '../contract/optimization-fields.js';
import type { ApplySectionBody, ProfileSection, ProfileView } from '../contract/profile.js';
import { SECTIONS, type Section } from '../contract/statuses.js';
import { ItemsService } from '../reviews/items.service.js';
import { HistoryRecord } from '../history/history.entity.js';
import { faqHtml, faqJsonLd } from './faq-markup.js';
import { getOptimization } from './find-optimization.js';
import { lockSection } from './lock-section.js';
import type { OptimizationSection } from './optimization-section.entity.js';

/** The approved sections of an optimization, for Google and the client's website, and which of them staff have published. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly db: DataSource,
    private readonly items: ItemsService,
  ) {}

  /** @throws AppError 404 */
  async get(optimizationId: string, by: Actor): Promise<ProfileView> {
    const { manager } = this.db;
    const optimization = await getOptimization(manager, optimizationId, by);
    const approvals = await manager.find(HistoryRecord, {
      where: { reviewId: optimizationId, action: 'section.approved' },
      order: { id: 'DESC' },
    });
    const approved = SECTIONS.filter((name) => optimization.section(name).isApproved);
    const faqs = approved.includes('faqs') ? parseFaqs(optimization.section('faqs').suggestion) : null;
    return {
      optimizationId,
      businessName: optimization.businessName,
      gmbLink: optimization.gmbLink,
      sections: approved.map((name) =>
        presentSection(
          optimization.section(name),
          approvals.find(({ itemId }) => itemId === name),
        ),
      ),
      faqs: faqs && faqs.length > 0 ? { questions: faqs, html: faqHtml(faqs), jsonLd: faqJsonLd(faqs) } : null,
      unapproved: SECTIONS.filter((name) => !approved.includes(name)),
    };
  }

  /** Records that staff published an approved section. @throws AppError 404, 409 SECTION_NOT_APPROVED, SECTION_CHANGED */
  async apply(id: string, section: Section, { version }: ApplySectionBody, by: Actor): Promise<ProfileView> {
    await this.items.change(lockSection(id, section, by), by, ({ item }) =>
      item.apply(by, version) ? { action: 'section.applied' } : null,
    );
    return this.get(id, by);
  }

  /** Undoes `apply`. @throws AppError 404 */
  async undoApply(id: string, section: Section, by: Actor): Promise<ProfileView> {
    await this.items.change(lockSection(id, section, by), by, ({ item }) => {
      if (!item.applied) return null;
      item.applied = null;
      return { action: 'section.apply_undone' };
    });
    return this.get(id, by);
  }
}

function presentSection(section: OptimizationSection, approval: HistoryRecord | undefined): ProfileSection {
  const { section: name, suggestion: text, decision, applied } = section;
  const { kind } = SECTION_FIELDS[name];
  return {
    section: name,
    text,
    lines: kind === 'lines' || kind === 'tags' ? text.split('\n').filter(Boolean) : [],
    version: decision.version,
    approvedBy: approval?.actorName ?? null,
    approvedAt: approval?.at.toISOString() ?? null,
    applied: applied && { at: applied.at, by: applied.by, isCurrent: applied.version === decision.version },
  };
}
