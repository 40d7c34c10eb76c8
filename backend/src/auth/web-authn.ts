import { Inject, Injectable } from '@nestjs/common';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL, verifySignature } from '@simplewebauthn/server/helpers';
import type { Request } from 'express';
import { staffOriginOf } from '../access/hosts.js';
import type { Config } from '../config.js';
import { DEFAULT_BRAND_NAME } from '../contract/limits.js';
import type { PasskeyOptionsView } from '../contract/passkeys.js';
import { CONFIG } from '../platform/config.module.js';
import { SignedTokens } from '../platform/tokens/signed-tokens.js';
import type { User } from '../users/user.entity.js';
import { CHALLENGE_MS, isOpenChallenge, newChallenge } from './challenges.js';
import type { Passkey } from './passkey.entity.js';

/** An id of a passkey in base64url: at most 1023 bytes (WebAuthn). */
const CREDENTIAL_ID = /^[\w-]{1,1364}$/;

/** What the challenge of a sign-in is for; that of a new passkey names user and session. */
const SIGN_IN = 'sign-in';

/** The numbers 1 and 1 in DER. */
const SOME_SIGNATURE = new Uint8Array([0x30, 6, 2, 1, 1, 2, 1, 1]);

/** A passkey that a browser has made. */
export interface MadePasskey extends Pick<Passkey, 'credentialId' | 'publicKey' | 'counter'> {
  challenge: string;
}

/** What browsers are asked with, and whether their answers are right. The database is not asked; who calls takes each challenge once. */
@Injectable()
export class WebAuthn {
  constructor(
    private readonly tokens: SignedTokens,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** What a browser makes a passkey with, which shows who holds it by a finger, a face or a PIN. */
  async optionsToMake(request: Request, { id, email, name }: User, known: Passkey[]): Promise<PasskeyOptionsView> {
    const options = await generateRegistrationOptions({
      rpName: DEFAULT_BRAND_NAME,
      rpID: this.site(request).rpID,
      userName: email,
      userDisplayName: name || email,
      userID: new Uint8Array(Buffer.from(id)),
      challenge: newChallenge(this.tokens, making(request, id)),
      timeout: CHALLENGE_MS,
      attestationType: 'none',
      excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { options: JSON.stringify(options) };
  }

  /** The passkey that a browser made for this user in this session; `null` for an answer that is none, or not a right one. */
  async made(request: Request, userId: string, text: string): Promise<MadePasskey | null> {
    const response = parsed<RegistrationResponseJSON>(text);
    return rightOrNull(async () => {
      requireNoCertificate(response);
      const expected = this.expected(request, making(request, userId));
      const { verified, registrationInfo } = await verifyRegistrationResponse({ response, ...expected.options });
      const credential = verified && registrationInfo.credential;
      if (!credential || credential.id !== credentialIdOf(text)) return null;
      await requireReadableKey(credential.publicKey);
      const [publicKey, counter] = [Buffer.from(credential.publicKey), String(credential.counter)];
      return { credentialId: credential.id, publicKey, counter, challenge: expected.challenge() };
    });
  }

  /** What a browser asks for any passkey of this site with. It names no account. */
  async optionsToSignIn(request: Request): Promise<PasskeyOptionsView> {
    const options = await generateAuthenticationOptions({
      rpID: this.site(request).rpID,
      challenge: newChallenge(this.tokens, SIGN_IN),
      timeout: CHALLENGE_MS,
      userVerification: 'required',
    });
    return { options: JSON.stringify(options) };
  }

  /** The challenge that a passkey has signed, and its counter; `null` for an answer that is none, or not a right one. */
  async signed(
    request: Request,
    { credentialId: id, publicKey, counter }: Passkey,
    text: string,
  ): Promise<{ challenge: string; counter: string } | null> {
    const response = parsed<AuthenticationResponseJSON>(text);
    return rightOrNull(async () => {
      const expected = this.expected(request, SIGN_IN);
      const credential = { id, publicKey: new Uint8Array(publicKey), counter: Number(counter) };
      const answer = { response, credential, ...expected.options };
      const { verified, authenticationInfo } = await verifyAuthenticationResponse(answer);
      if (!verified) return null;
      return { challenge: expected.challenge(), counter: String(authenticationInfo.newCounter) };
    });
  }

  private expected(request: Request, purpose: string) {
    const { rpID: expectedRPID, origins: expectedOrigin } = this.site(request);
    let challenge = '';
    const expectedChallenge = (given: string): boolean => {
      challenge = given;
      return isOpenChallenge(this.tokens, purpose, given);
    };
    const options = { expectedRPID, expectedOrigin, expectedChallenge, requireUserVerification: true };
    return { options, challenge: () => challenge };
  }

  /**
   * Where passkeys are valid: the host of `PUBLIC_URL`, else the one of the request, which is a main host (`MainHostOnly`). The
   * scheme of the latter is known to the proxy in front alone.
   */
  private site(request: Request): { rpID: string; origins: string[] } {
    const { hostname, host, origin } = new URL(staffOriginOf(this.config, request));
    return { rpID: hostname, origins: this.config.publicUrl ? [origin] : [`https://${host}`, `http://${host}`] };
  }
}

/** The id of the passkey that an answer says it is of; `null` for a text that is no answer. */
export function credentialIdOf(text: string): string | null {
  const { id } = parsed<{ id?: unknown }>(text);
  return typeof id === 'string' && CREDENTIAL_ID.test(id) ? id : null;
}

function making({ sessionID }: Request, userId: string): string {
  return `passkey of ${userId} in ${sessionID}`;
}

/**
 * Refuses certificates of makers, which no browser sends unasked: the library would read lists of revoked ones from addresses
 * that stand in them.
 */
function requireNoCertificate({ response }: RegistrationResponseJSON): void {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = attestation.get('fmt');
  const isBare = format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  if (!isBare) throw new Error(`Attestation of the kind ${format}`);
}

/** A key that no signature can be checked by, as one that was cut off, throws here and not at the first sign-in. */
async function requireReadableKey(credentialPublicKey: Uint8Array<ArrayBuffer>): Promise<void> {
  await verifySignature({ signature: SOME_SIGNATURE, data: new Uint8Array(1), credentialPublicKey });
}

/** An object of JSON; an empty one for what is none. */
function parsed<T extends object>(text: string): T {
  try {
    const value = JSON.parse(text) as T | null;
    return value instanceof Object ? value : ({} as T);
  } catch {
    return {} as T;
  }
}

/** The library throws at whatever is wrong with an answer. */
async function rightOrNull<T>(work: () => Promise<T | null>): Promise<T | null> {
  return work().catch(() => null);
}
