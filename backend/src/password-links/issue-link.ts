import { randomUUID } from 'node:crypto';
import { Raw, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { INVITATION_DAYS, RESET_MINUTES } from '../contract/limits.js';
import type { PasswordLinkKind } from '../contract/password-links.js';
import { hashOfToken, type SignedTokens } from '../platform/tokens/signed-tokens.js';
import { lockUsers } from '../users/users.service.js';
import { PasswordLink } from './password-link.entity.js';

/** How long links of each kind are valid. */
const VALIDITY: Record<PasswordLinkKind, string> = {
  invitation: `${INVITATION_DAYS} days`,
  reset: `${RESET_MINUTES} minutes`,
};

/** Role and scope of an invited person. */
export type InvitedRights = Pick<PasswordLink, 'role' | 'seesAllClients' | 'agencyIds' | 'clientIds'>;

type NewLink = { email: string; origin: string } & (
  ({ kind: 'invitation'; name: string; invitedById: string } & InvitedRights) | { kind: 'reset'; userId: string }
);

/** Makes a link, which replaces an earlier one of its kind for the same e-mail. */
export async function issueLink(manager: EntityManager, tokens: SignedTokens, link: NewLink): Promise<PasswordLink> {
  await lockUsers(manager);
  await manager.delete(PasswordLink, { kind: link.kind, email: link.email });
  const id = randomUUID();
  const tokenHash = hashOfToken(tokens.tokenOf(tokenName(id)))!;
  const expiresAt = (): string => `now() + interval '${VALIDITY[link.kind]}'`;
  await manager.insert(PasswordLink, { ...link, id, tokenHash, expiresAt });
  return manager.findOneByOrFail(PasswordLink, { id });
}

/** The text that a link's token is derived from. */
function tokenName(id: string): string {
  return `password ${id}`;
}

/**
 * The URL of a link; `null` if the installation's secret has changed since. The token is after `#`, which browsers do
 * not send, so that no log contains it.
 */
export function addressOf(tokens: SignedTokens, { id, tokenHash, origin }: PasswordLink): string | null {
  const token = tokens.tokenOf(tokenName(id));
  return hashOfToken(token) === tokenHash ? `${origin}/password#${token}` : null;
}

/** Condition: links that are valid, by the database's clock. */
export function whereOpen(where: FindOptionsWhere<PasswordLink>): FindOptionsWhere<PasswordLink> {
  return { ...where, expiresAt: Raw((column) => `${column} > now()`) };
}
