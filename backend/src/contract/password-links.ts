import type { MailState } from './mail-kinds.js';
import { NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from './limits.js';
import { RightsBody, type RightsView } from './rights.js';
import { Email, Line, Password } from './text-fields.js';

/** Longest token that is looked at. */
const TOKEN_MAX = 100;

/** Body of `POST /api/invitations`. */
export class InviteBody extends RightsBody {
  @Email()
  email!: string;

  @Line({ max: NAME_MAX })
  name?: string;
}

/** Body of `POST /api/password-resets`. */
export class PasswordResetBody {
  @Email()
  email!: string;
}

/** Body of `POST /api/password-links/check`. */
export class PasswordLinkBody {
  /** The end of the address `/password#{token}`. */
  @Line({ max: TOKEN_MAX, required: true })
  token!: string;
}

/** Body of `POST /api/password-links/use`. */
export class UsePasswordLinkBody extends PasswordLinkBody {
  @Password({ min: PASSWORD_MIN, max: PASSWORD_MAX })
  password!: string;

  /** How colleagues read the person's name; without it, it stays. */
  @Line({ max: NAME_MAX })
  name?: string;
}

/** Somebody who was invited and has not chosen a password yet, as staff see it. */
export interface InvitationView extends Omit<RightsView, 'permissions'> {
  id: string;
  email: string;
  name: string;
  /** Name, or else e-mail, of the member of staff who invited them last. */
  invitedBy: string;
  /** Whether its link opens. */
  isOpen: boolean;
  /** The address at which the password is chosen; `null` where it does not open, or was made with another `SESSION_SECRET`. */
  address: string | null;
  /** What became of its mail; `unsent` while no mail server is configured, `null` where the mail was removed. */
  mail: MailState | null;
  createdAt: string;
  expiresAt: string;
}

/** How forgotten passwords are replaced here: `GET /api/password-resets`. */
export interface PasswordResetsView {
  /** Whether a link is mailed; otherwise the operator of the system makes one. */
  sendsMails: boolean;
}

/** What its holder sees of a link: `POST /api/password-links/check`. */
export interface PasswordLinkView {
  kind: PasswordLinkKind;
  email: string;
  name: string;
  expiresAt: string;
}

/** Whether a colleague is invited, or a user chooses a new password. */
export const PASSWORD_LINK_KINDS = ['invitation', 'reset'] as const;
export type PasswordLinkKind = (typeof PASSWORD_LINK_KINDS)[number];
