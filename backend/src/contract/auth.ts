import { Email, Line, Password } from './text-fields.js';
import { NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from './limits.js';

/** Body of `POST /api/login`. */
export class LoginBody {
  @Email()
  email!: string;

  @Password({ min: 1, max: PASSWORD_MAX })
  password!: string;
}

/** Body of `POST /api/register`: the first member of staff, or a colleague added by staff. */
export class RegisterBody {
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

/** A member of staff, as the API shows one. */
export interface UserView {
  id: string;
  email: string;
  name: string;
  createdAt: string;
}
