import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { PageError } from './http';

/** Passkeys, as the browser makes and uses them. Options and answers are JSON, which the server writes and reads. */

/** @throws PageError in words for people */
export function makePasskey(options: string): Promise<string> {
  return answered('No passkey was added. Try again when you are ready.', () =>
    startRegistration({ optionsJSON: JSON.parse(options) as Parameters<typeof startRegistration>[0]['optionsJSON'] }),
  );
}

/** @throws PageError in words for people */
export function signByPasskey(options: string): Promise<string> {
  return answered('No passkey was used. Try again, or sign in with your password.', () =>
    startAuthentication({
      optionsJSON: JSON.parse(options) as Parameters<typeof startAuthentication>[0]['optionsJSON'],
    }),
  );
}

const NO_PASSKEYS = 'This browser offers no passkeys here. They need a current browser, and an address with https.';
const OTHER_ADDRESS = 'Passkeys do not work at this address. Open the one that your team works at.';
const KNOWN = 'This device has a passkey for your account already.';
const FAILED = 'Your browser could not use a passkey. Try again, or use another device.';

/** @param cancelled what is said where somebody chose to stop, or took too long */
async function answered(cancelled: string, ask: () => Promise<object>): Promise<string> {
  if (!browserSupportsWebAuthn()) throw new PageError(NO_PASSKEYS);
  try {
    return JSON.stringify(await ask());
  } catch (error) {
    throw new PageError(sentenceFor(error, cancelled), { cause: error });
  }
}

function sentenceFor(error: unknown, cancelled: string): string {
  if (!(error instanceof WebAuthnError)) return FAILED;
  if (error.code === 'ERROR_CEREMONY_ABORTED' || error.name === 'NotAllowedError') return cancelled;
  if (error.code === 'ERROR_INVALID_DOMAIN' || error.code === 'ERROR_INVALID_RP_ID') return OTHER_ADDRESS;
  return error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' ? KNOWN : FAILED;
}
