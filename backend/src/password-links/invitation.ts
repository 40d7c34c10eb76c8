import type { EntityManager } from 'typeorm';
import { findExistingScope, type Rights } from '../users/rights.js';
import { whereOpen } from './issue-link.js';
import { PasswordLink } from './password-link.entity.js';

/** What an invitation gives: agencies and clients that were removed since are not in it. */
export async function rightsOfInvitation(manager: EntityManager, link: PasswordLink): Promise<Rights> {
  return { role: link.role, scope: link.seesAllClients ? 'all' : await findExistingScope(manager, link) };
}

/** The open invitation of somebody with this e-mail. */
export async function findInvitation(
  manager: EntityManager,
  email: string,
): Promise<{ name: string; rights: Rights } | null> {
  const link = await manager.findOneBy(PasswordLink, whereOpen({ kind: 'invitation', email }));
  return link && { name: link.name, rights: await rightsOfInvitation(manager, link) };
}
