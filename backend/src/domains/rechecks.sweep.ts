import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Agency } from '../agencies/agency.entity.js';
import { Outbox } from '../mail/outbox.js';
import { CONFIG } from '../platform/config.module.js';
import type { Config } from '../config.js';
import { Sweep } from '../platform/queue/sweep.js';
import { publish } from '../platform/events/publish.js';
import { checkDomain, type DomainCheck } from './domain-check.js';
import { mailLostDomain } from './domain-lost.mail.js';
import { leaseDueDomain, type DueDomain } from './domains.queries.js';
import { saveCheck } from './domains.service.js';

const SWEEP_MS = 30_000;
/** Domains that one worker checks at the same time, so that a few that never answer do not delay others. */
const CONCURRENT_CHECKS = 4;

/** Checks verified domains again about once an hour; a domain that points elsewhere is no longer used. */
@Injectable()
export class RechecksSweep extends Sweep {
  private readonly logger = new Logger('Domains');

  constructor(
    private readonly db: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly outbox: Outbox,
  ) {
    super('Domains', SWEEP_MS);
  }

  /** Checks every domain that is due. */
  async sweep(): Promise<void> {
    await Promise.all(Array.from({ length: CONCURRENT_CHECKS }, () => this.untilNoneIsDue()));
  }

  private async untilNoneIsDue(): Promise<void> {
    for (let due = await leaseDueDomain(this.db.manager); due; due = await leaseDueDomain(this.db.manager)) {
      const verdict = await checkDomain(due.customDomain, this.config);
      if (verdict.leads !== 'unknown') await this.save(due, verdict);
    }
  }

  private async save({ id, customDomain }: DueDomain, { leads, message }: DomainCheck): Promise<void> {
    await this.db.transaction(async (manager) => {
      const where = { id, customDomain, domainVerified: true };
      const agency = await manager.findOne(Agency, { where, lock: { mode: 'pessimistic_write' } });
      // Staff changed the domain meanwhile.
      if (!agency) return;
      if (leads === 'here') agency.confirmDomain();
      else agency.recordDomainMiss(message);
      await saveCheck(manager, agency);
      if (agency.domainVerified) return;
      this.logger.warn(`${customDomain} is not verified any more. ${message}`);
      await publish(manager, 'agency.changed', { id });
      await mailLostDomain(manager, this.outbox, { agencyId: id, domain: customDomain });
    });
  }
}
