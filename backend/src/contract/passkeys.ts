import { CREDENTIAL_MAX, PASSKEY_NAME_MAX } from './limits.js';
import { Line, Text } from './text-fields.js';

/** An own passkey, in `GET /api/factors`. */
export interface PasskeyView {
  id: string;
  name: string;
  createdAt: string;
  /** When somebody signed in with it last; `null` if nobody did yet. */
  lastUsedAt: string | null;
}

/** What the browser is given to make a passkey, or to sign in with one. It expires after five minutes. */
export interface PasskeyOptionsView {
  /** JSON of WebAuthn's `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`. */
  options: string;
}

/** Body of `POST /api/passkeys`. */
export class AddPasskeyBody {
  /** JSON of WebAuthn's `RegistrationResponseJSON`. */
  @Text({ max: CREDENTIAL_MAX, required: true })
  credential!: string;

  /** Without it, the browser and its system. */
  @Line({ max: PASSKEY_NAME_MAX })
  name?: string;
}

/** Body of `PATCH /api/passkeys/{id}`. */
export class RenamePasskeyBody {
  @Line({ max: PASSKEY_NAME_MAX, required: true })
  name!: string;
}

/** Body of `POST /api/login/passkey`. */
export class PasskeyLoginBody {
  /** JSON of WebAuthn's `AuthenticationResponseJSON`. */
  @Text({ max: CREDENTIAL_MAX, required: true })
  passkey!: string;
}
