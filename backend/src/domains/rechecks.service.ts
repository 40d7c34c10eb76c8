import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Agency } from '../agencies/agency.entity.js';
import { CONFIG } from '../common/config.module.js';
import type { Config } from '../config.js';
import { announce } from '../realtime/announcements.js';
import { checkDomain, saveCheck } from './domain-check.js';
import type { Verdict } from './domain-verdict.js';

/** Domains that one worker checks at the same time: a few that never answer hold up no others. */
const AT_ONCE = 4;

interface DueDomain {
  id: string;
  customDomain: string;
}

/** Checks verified domains again, about once an hour: one that moved away stops being used. */
@Injectable()
export class RechecksService {
  private readonly logger = new Logger('Domains');

  constructor(
    private readonly db: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Checks every domain that is due; any number of workers may do so at once. */
  async runDue(): Promise<void> {
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.untilNoneIsDue()));
  }

  private async untilNoneIsDue(): Promise<void> {
    for (let due = await this.claimNext(); due; due = await this.claimNext()) {
      const verdict = await checkDomain(due.customDomain, this.config);
      if (verdict.leads !== 'unknown') await this.keep(due, verdict);
    }
  }

  // By the database's clock. When this worker dies, or the DNS does not tell, the domain is due again in five minutes.
  private async claimNext(): Promise<DueDomain | undefined> {
    const [[due]] = await this.db.query<[DueDomain[], number]>(
      `UPDATE agencies SET "domainDueAt" = clock_timestamp() + interval '5 minutes'
       WHERE "id" = (
         SELECT "id" FROM agencies WHERE "domainVerified" AND "domainDueAt" <= clock_timestamp()
         ORDER BY "domainDueAt" LIMIT 1 FOR UPDATE SKIP LOCKED
       ) RETURNING "id", "customDomain"`,
    );
    return due;
  }

  private async keep({ id, customDomain }: DueDomain, { leads, message }: Verdict): Promise<void> {
    await this.db.transaction(async (manager) => {
      const where = { id, customDomain, domainVerified: true };
      const agency = await manager.findOne(Agency, { where, lock: { mode: 'pessimistic_write' } });
      // Staff changed it meanwhile, and know better.
      if (!agency) return;
      if (leads === 'here') agency.confirmDomain();
      else agency.missDomain(message);
      await saveCheck(manager, agency);
      if (agency.domainVerified) return;
      this.logger.warn(`${customDomain} is not verified any more. ${message}`);
      await announce(manager, 'agency.changed', { id });
    });
  }
}
