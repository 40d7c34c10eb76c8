import { randomUUID } from 'node:crypto';
import { Raw, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { INVITATION_DAYS, RESET_MINUTES } from '../contract/limits.js';
import type { PasswordLinkKind } from '../contract/password-links.js';
import { hashOfToken, type SignedTokens } from '../platform/tokens/signed-tokens.js';
import { lockUsers } from '../users/users.service.js';
import { PasswordLink } from './password-link.entity.js';

/** How long links of each kind open. */
const VALID: Record<PasswordLinkKind, string> = {
  invitation: `${INVITATION_DAYS} days`,
  reset: `${RESET_MINUTES} minutes`,
};

/** Role and scope of an invited person. */
export type InvitedRights = Pick<PasswordLink, 'role' | 'seesAllClients' | 'agencyIds' | 'clientIds'>;

type NewLink = { email: string; origin: string } & (
  ({ kind: 'invitation'; name: string; invitedById: string } & InvitedRights) | { kind: 'reset'; userId: string }
);

/** Makes a link. Another one of its kind for the same e-mail ends. */
export async function issueLink(manager: EntityManager, tokens: SignedTokens, link: NewLink): Promise<PasswordLink> {
  await lockUsers(manager);
  await manager.delete(PasswordLink, { kind: link.kind, email: link.email });
  const id = randomUUID();
  const tokenHash = hashOfToken(tokens.tokenOf(nameOf(id)))!;
  const expiresAt = (): string => `now() + interval '${VALID[link.kind]}'`;
  await manager.insert(PasswordLink, { ...link, id, tokenHash, expiresAt });
  return manager.findOneByOrFail(PasswordLink, { id });
}

/** Names the token of the link with this id. */
function nameOf(id: string): string {
  return `password ${id}`;
}

/**
 * The address of a link, whose token no request and no log names, as a browser keeps what follows `#` for itself. `null` if
 * it does not follow from this installation's secret any more.
 */
export function addressOf(tokens: SignedTokens, { id, tokenHash, origin }: PasswordLink): string | null {
  const token = tokens.tokenOf(nameOf(id));
  return hashOfToken(token) === tokenHash ? `${origin}/password#${token}` : null;
}

/** Those that open, by the database's clock. */
export function whereOpen(where: FindOptionsWhere<PasswordLink>): FindOptionsWhere<PasswordLink> {
  return { ...where, expiresAt: Raw((column) => `${column} > now()`) };
}
