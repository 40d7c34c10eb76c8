import { Reference, YesNo } from './fields.js';
import { CODE_MAX, PASSWORD_MAX } from './limits.js';
import type { PasskeyView } from './passkeys.js';
import { Line, Password } from './text-fields.js';

/** The own second factors: `GET /api/factors`. */
export interface FactorsView {
  /** Whether an authenticator app is set up. */
  hasAuthenticator: boolean;
  /** The oldest first. */
  passkeys: PasskeyView[];
  /** Recovery codes that were not used yet. */
  recoveryCodesLeft: number;
  /** Whether all members of staff need a second factor. */
  isRequired: boolean;
}

/** What an authenticator app is set up with: `POST /api/factors/authenticator/key`. Nothing is set up yet. */
export interface AuthenticatorKeyView {
  /** Names the secret when the first code is sent. */
  key: string;
  /** The secret in base 32, to type into an app. */
  secret: string;
  /** The same as `otpauth://…`, to show as a QR code. */
  uri: string;
}

/** Body of `POST /api/factors/authenticator`: a code proves that the app has the secret. */
export class AddAuthenticatorBody {
  @Reference({ required: true })
  key!: string;

  @Line({ max: CODE_MAX, required: true })
  code!: string;

  @Password({ min: 1, max: PASSWORD_MAX })
  currentPassword!: string;
}

/** Body of changes to the own second factors that need the password alone. */
export class ConfirmBody {
  @Password({ min: 1, max: PASSWORD_MAX })
  currentPassword!: string;
}

/** Recovery codes, which are shown this once; none where those of before stay. */
export interface RecoveryCodesView {
  recoveryCodes: string[];
}

/** Body of `PUT /api/factors/requirement`. */
export class RequirementBody {
  @YesNo({ required: true })
  isRequired!: boolean;
}
