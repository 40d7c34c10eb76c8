import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { StaffActor } from '../access/actor.js';
import { appendAudit, becameAll } from '../audit/audit.js';
import type { AuditTarget } from '../contract/audit.js';
import type { PageQuery } from '../contract/paging.js';
import type { InvitationView, InviteBody } from '../contract/password-links.js';
import type { ScopeView } from '../contract/rights.js';
import { Outbox } from '../mail/outbox.js';
import { publish } from '../platform/events/publish.js';
import { notFound } from '../platform/http/errors.js';
import { mapPage, type Page } from '../platform/http/paging.js';
import { Limits } from '../platform/limits/limits.js';
import { SignedTokens } from '../platform/tokens/signed-tokens.js';
import { requireValidRights } from '../users/rights.js';
import { describeScope } from '../users/rights-in-words.js';
import { findInvitationScopes } from '../users/users.queries.js';
import { lockUsers, requireFreeEmail, requireStillManagesTeam } from '../users/users.service.js';
import { addressOf, issueLink, type InvitedRights } from './issue-link.js';
import { PasswordLink } from './password-link.entity.js';

/** The member of staff who invites, and the origin of the product as they use it. */
export interface Inviter {
  by: StaffActor;
  origin: string;
}

/** Colleagues who are invited and have not chosen a password yet. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly db: DataSource,
    private readonly tokens: SignedTokens,
    private readonly outbox: Outbox,
    private readonly limits: Limits,
  ) {}

  /** The newest first. */
  async list({ limit, offset }: PageQuery, by: StaffActor): Promise<Page<InvitationView>> {
    const [items, total] = await this.db.manager.findAndCount(PasswordLink, {
      where: { kind: 'invitation' },
      relations: { invitedBy: true, mail: true },
      order: { createdAt: 'DESC', id: 'ASC' },
      take: limit,
      skip: offset,
    });
    const ids = items.map(({ id }) => id);
    const scopes = await findInvitationScopes(this.db.manager, by, ids);
    return mapPage({ items, total }, (link) => this.present(link, scopes.get(link.id)!));
  }

  /**
   * Invites a colleague by mail. Replaces an earlier invitation of the same e-mail.
   * @throws AppError 400 for a scope with deleted agencies or clients, 401 or 403 if the caller lost the right
   * meanwhile, 409 EMAIL_TAKEN, 429
   */
  async invite(
    { email, name = '', role = 'admin', scope = 'all' }: InviteBody,
    { by, origin }: Inviter,
  ): Promise<InvitationView> {
    await this.limits.consume('invitation', by.userId);
    await this.limits.consume('staffMail', email.toLowerCase());
    return this.db.transaction(async (manager) => {
      await lockUsers(manager);
      await requireStillManagesTeam(manager, by);
      await requireFreeEmail(manager, email);
      await requireValidRights(manager, by, { role, scope });
      const ids = scope === 'all' ? { agencyIds: [], clientIds: [] } : scope;
      const rights = { role, seesAllClients: scope === 'all', ...ids };
      const invitation = await this.send(manager, { email, name, ...rights }, { by, origin });
      const changes = becameAll({ role, scope: describeScope(invitation.scope) });
      await appendAudit(manager, by, { action: 'user.invited', target: targetOf(invitation), changes });
      return invitation;
    });
  }

  /**
   * Replaces an invitation by a new link, which is valid for another seven days.
   * @throws AppError 401 or 403 if the caller lost the right meanwhile, 404, 429
   */
  async resend(id: string, { by, origin }: Inviter): Promise<InvitationView> {
    await this.limits.consume('invitation', by.userId);
    const { email } = await getInvitation(this.db.manager, id);
    await this.limits.consume('staffMail', email.toLowerCase());
    return this.db.transaction(async (manager) => {
      await lockUsers(manager);
      await requireStillManagesTeam(manager, by);
      const invitation = await this.send(manager, await getInvitation(manager, id), { by, origin });
      await appendAudit(manager, by, { action: 'invitation.resent', target: targetOf(invitation) });
      return invitation;
    });
  }

  /** Revokes an invitation. @throws AppError 404 */
  async revoke(id: string, by: StaffActor): Promise<void> {
    await this.db.transaction(async (manager) => {
      await lockUsers(manager);
      const invitation = await getInvitation(manager, id);
      const target = targetOf(invitation);
      await manager.remove(invitation);
      await appendAudit(manager, by, { action: 'invitation.revoked', target });
      await publish(manager, 'invitation.changed', { id });
    });
  }

  private async send(
    manager: EntityManager,
    { email, name, role, seesAllClients, agencyIds, clientIds }: InvitedRights & Pick<PasswordLink, 'email' | 'name'>,
    { by, origin }: Inviter,
  ): Promise<InvitationView> {
    const { id } = await issueLink(manager, this.tokens, {
      kind: 'invitation',
      email,
      name,
      role,
      seesAllClients,
      agencyIds,
      clientIds,
      invitedById: by.userId,
      origin,
    });
    const mail = { kind: 'colleagueInvitation', to: email, language: 'en', dedupeKey: `invitation:${id}` } as const;
    await manager.update(PasswordLink, { id }, { mailId: await this.outbox.add(manager, mail) });
    await publish(manager, 'invitation.changed', { id });
    const scopes = await findInvitationScopes(manager, by, [id]);
    return this.present(await getInvitation(manager, id), scopes.get(id)!);
  }

  private present(link: PasswordLink, scope: ScopeView): InvitationView {
    const { id, email, name, role, expiresAt, createdAt } = link;
    const isOpen = expiresAt.getTime() > Date.now();
    return {
      id,
      email,
      name,
      role,
      scope,
      invitedBy: link.invitedBy!.name || link.invitedBy!.email,
      isOpen,
      address: isOpen ? addressOf(this.tokens, link) : null,
      mail: link.mail?.state ?? null,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    };
  }
}

function targetOf({ id, email, name }: Pick<PasswordLink, 'id' | 'email' | 'name'>): AuditTarget<'invitation'> {
  return { kind: 'invitation', id, name: name ? `${name} (${email})` : email };
}

/** @throws AppError 404 */
async function getInvitation(manager: EntityManager, id: string): Promise<PasswordLink> {
  const where = { kind: 'invitation', id } as const;
  const link = await manager.findOne(PasswordLink, { where, relations: { invitedBy: true, mail: true } });
  if (!link) throw notFound('Invitation');
  return link;
}
