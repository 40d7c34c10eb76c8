import { Reference } from './fields.js';
import { CODE_MAX, CREDENTIAL_MAX, NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from './limits.js';
import { RightsBody, type RightsView } from './rights.js';
import { Email, Line, Password, Text } from './text-fields.js';

/** Body of `POST /api/login`. */
export class LoginBody {
  @Email()
  email!: string;

  @Password({ min: 1, max: PASSWORD_MAX })
  password!: string;

  /** For accounts with a second factor: the code of the authenticator app, or a recovery code. */
  @Line({ max: CODE_MAX })
  code?: string;

  /** In place of the code: JSON of WebAuthn's `AuthenticationResponseJSON`, by a passkey of the account. */
  @Text({ max: CREDENTIAL_MAX })
  passkey?: string;
}

/** Body of `POST /api/register`: the first member of staff, who is an admin and sees all clients, or a colleague. */
export class RegisterBody extends RightsBody {
  @Email()
  email!: string;

  @Password({ min: PASSWORD_MIN, max: PASSWORD_MAX })
  password!: string;

  @Line({ max: NAME_MAX })
  name?: string;
}

/** Body of `POST /api/user/password`: signed-in staff change their own. */
export class ChangePasswordBody {
  @Password({ min: 1, max: PASSWORD_MAX })
  currentPassword!: string;

  @Password({ min: PASSWORD_MIN, max: PASSWORD_MAX })
  newPassword!: string;
}

/** Body of `PATCH /api/user`: signed-in staff change what colleagues and clients read of them. */
export class UpdateAccountBody {
  @Line({ max: NAME_MAX })
  name?: string;
}

/** Body of `PATCH /api/users/{id}`. */
export class UpdateUserBody extends RightsBody {}

/** Query of `DELETE /api/users/{id}`. */
export class RemoveUserQuery {
  /**
   * The colleague who takes over the clients, all of which they must see; without one, nobody is responsible for
   * them.
   */
  @Reference()
  handOverTo?: string;
}

/** A member of staff, as the API shows one. */
export interface UserView extends RightsView {
  /** Present in answers to the user while they have to set up a second factor before anything else. */
  needsFactor?: true;
  /** Present in answers to the user where this session was opened by single sign-on. */
  bySingleSignOn?: true;
  id: string;
  email: string;
  /** `''` if it is not known. */
  name: string;
  createdAt: string;
  /** For how many clients they are responsible, of those that the reader sees. */
  clientCount: number;
}

/** A member of staff in the list of the team. */
export interface MemberView extends UserView {
  /** When they used the product last, to within five minutes; `null` where no session and no sign-in is known. */
  lastSeenAt: string | null;
  /** Whether they set up a second factor; `null` for who may not manage the team. */
  hasSecondFactor: boolean | null;
}
