import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Lock } from '../reviews/decisions.service.js';
import type { Reviewed } from '../reviews/decision.js';
import type { Subject } from '../history/subject.js';
import { LinkAccess } from '../sharing/link-access.js';
import { prepared } from '../platform/database/sql.js';
import { notFound } from '../platform/http/errors.js';
import {
  leadsTo,
  openedMoment,
  openedOptimization,
  requireMayDecide,
  requireOpenLink,
  type OpenedMoment,
  type OpenedOptimization,
} from './link-rights.js';
import type { Visitor } from './visitor.decorator.js';

/**
 * What a link allows, read in the transaction of what a visitor does by it: what staff took away before is refused, and
 * who takes it away meanwhile waits until the transaction ends. Several of these are locked in this order:
 * moment or optimization, client, reviewer, link.
 */
@Injectable()
export class HeldRights {
  constructor(private readonly links: LinkAccess) {}

  /** The lock of what is decided on, which also holds the right to decide on it. */
  toDecide<Item extends Reviewed>(visitor: Visitor, lock: Lock<Item>): Lock<Item> {
    return async (manager) => {
      const locked = await lock(manager);
      const { about } = locked;
      const subject = 'momentId' in about ? { momentId: about.momentId } : { optimizationId: about.optimizationId };
      await this.requireToDecide(manager, visitor, subject);
      return locked;
    };
  }

  /** @throws AppError as `require`, 403 LINK_LOOKS_ONLY */
  async requireToDecide(manager: EntityManager, visitor: Visitor, subject: Subject): Promise<void> {
    requireMayDecide(await this.require(manager, visitor, subject));
  }

  /**
   * Holds the right of a visitor to look at a subject that is locked, until the transaction ends.
   * @returns the visitor, with the link as it is now
   * @throws AppError 403 LINK_CLOSED, LINK_EXPIRED, PASSCODE_REQUIRED, 404
   */
  async require(manager: EntityManager, visitor: Visitor, subject: Subject): Promise<Visitor> {
    if (visitor.staff) return visitor;
    const link = visitor.link && (await this.links.lock(manager, visitor.link));
    if (link === null) throw notFound('Link');
    const opened = await findOpened(manager, subject, link ? 'named' : 'open');
    const current: Visitor = { ...visitor, ...(link && { link }) };
    if (!opened || !leadsTo(current, opened)) throw notFound('momentId' in subject ? 'Moment' : 'Optimization');
    requireOpenLink(current, opened);
    return current;
  }
}

/** What is opened, as it is now. The client decides on its open links, and so is locked for a visitor with one. */
async function findOpened(manager: EntityManager, subject: Subject, by: keyof typeof MOMENT) {
  if ('momentId' in subject) {
    const [moment] = await manager.query<OpenedMoment[]>(MOMENT[by], [subject.momentId]);
    return moment && openedMoment(moment);
  }
  const [optimization] = await manager.query<OpenedOptimization[]>(OPTIMIZATION[by], [subject.optimizationId]);
  return optimization && openedOptimization(optimization);
}

const MOMENT = statements(
  'moment',
  `SELECT s."id", s."clientId", s."status", s."sharedAt", s."openLink", c."openLink" AS "clientOpenLink"
   FROM moments s JOIN clients c ON c."id" = s."clientId" WHERE s."id" = $1`,
);
const OPTIMIZATION = statements(
  'optimization',
  `SELECT s."id", s."clientId", s."sharedAt", s."openedAt", s."openLink", json_build_object('openLink', c."openLink") AS "client"
   FROM gmb_optimizations s JOIN clients c ON c."id" = s."clientId" WHERE s."id" = $1`,
);

/** The statements for visitors with the open link, and with one of their own. */
function statements(name: string, sql: string) {
  return {
    named: prepared(`opened ${name}`, sql),
    open: prepared(`opened ${name}, its client locked`, `${sql} FOR SHARE OF c`),
  };
}
