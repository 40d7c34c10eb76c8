import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StaffActor } from '../access/actor.js';
import { appendAudit, ownTarget } from '../audit/audit.js';
import type { PageQuery } from '../contract/paging.js';
import type { SessionView } from '../contract/sessions.js';
import { publish } from '../platform/events/publish.js';
import { notFound } from '../platform/http/errors.js';
import type { Page } from '../platform/http/paging.js';
import { endSessions } from '../users/credentials.queries.js';
import { lockUsers, requireStillSignedIn } from '../users/users.service.js';
import { removeSession, findSessions } from './sessions.queries.js';

/** The sessions of a member of staff. */
@Injectable()
export class SessionsService {
  constructor(private readonly db: DataSource) {}

  /** The own sessions, the current one first. */
  async list({ userId }: StaffActor, sessionId: string, page: PageQuery): Promise<Page<SessionView>> {
    const rows = await findSessions(this.db.manager, { userId, sessionId, ...page });
    const items = rows.map(({ total: _total, device, lastUsedAt, ...row }) => {
      return { ...row, device: device ?? '', lastUsedAt: lastUsedAt.toISOString() };
    });
    return { items, total: rows[0]?.total ?? 0 };
  }

  /** Ends one of the own sessions with its live connections and downloads. @throws AppError 404 */
  async end(by: StaffActor, id: string): Promise<void> {
    await this.db.transaction(async (manager) => {
      const sessionId = await removeSession(manager, { userId: by.userId, id });
      if (!sessionId) throw notFound('Session');
      await appendAudit(manager, by, { action: 'session.ended', target: ownTarget(by) });
      await publish(manager, 'session.ended', { sessionId });
    });
  }

  /**
   * Ends all other own sessions, including sign-ins in progress.
   * @throws AppError 401 when the current one ended meanwhile
   */
  async endOthers(by: StaffActor, sessionId: string): Promise<void> {
    await this.db.transaction(async (manager) => {
      await lockUsers(manager);
      await requireStillSignedIn(manager, by);
      await appendAudit(manager, by, { action: 'sessions.ended_others', target: ownTarget(by) });
      await endSessions(manager, { userId: by.userId, kept: sessionId });
    });
  }
}
