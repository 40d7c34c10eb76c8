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

/** Purpose of the challenge of a sign-in. That of a new passkey contains user and session, see `makingPurpose`. */
const SIGN_IN = 'sign-in';

/** A well-formed but invalid signature: the numbers 1 and 1 in DER. */
const DUMMY_SIGNATURE = new Uint8Array([0x30, 6, 2, 1, 1, 2, 1, 1]);

/** A passkey that a browser has created. */
export interface MadePasskey extends Pick<Passkey, 'credentialId' | 'publicKey' | 'counter'> {
  challenge: string;
}

/**
 * Creates the options for browsers, and verifies their answers. It does not use the database: callers make sure that
 * each challenge is used once.
 */
@Injectable()
export class WebAuthn {
  constructor(
    private readonly tokens: SignedTokens,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Returns the options with which a browser creates a passkey that verifies its user by fingerprint, face or PIN.
   */
  async optionsToMake(request: Request, { id, email, name }: User, known: Passkey[]): Promise<PasskeyOptionsView> {
    const options = await generateRegistrationOptions({
      rpName: DEFAULT_BRAND_NAME,
      rpID: this.site(request).rpID,
      userName: email,
      userDisplayName: name || email,
      userID: new Uint8Array(Buffer.from(id)),
      challenge: newChallenge(this.tokens, makingPurpose(request, id)),
      timeout: CHALLENGE_MS,
      attestationType: 'none',
      excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { options: JSON.stringify(options) };
  }

  /** Returns the passkey that a browser created for this user in this session; `null` if the answer is invalid. */
  async verifyMade(request: Request, userId: string, text: string): Promise<MadePasskey | null> {
    const response = parseJson<RegistrationResponseJSON>(text);
    return nullOnError(async () => {
      requireNoCertificate(response);
      const expected = this.expected(request, makingPurpose(request, userId));
      const { verified, registrationInfo } = await verifyRegistrationResponse({ response, ...expected.options });
      const credential = verified && registrationInfo.credential;
      if (!credential || credential.id !== credentialIdOf(text)) return null;
      await requireReadableKey(credential.publicKey);
      const [publicKey, counter] = [Buffer.from(credential.publicKey), String(credential.counter)];
      return { credentialId: credential.id, publicKey, counter, challenge: expected.challenge() };
    });
  }

  /** Returns the options with which a browser asks for any passkey of this site. They name no account. */
  async optionsToSignIn(request: Request): Promise<PasskeyOptionsView> {
    const options = await generateAuthenticationOptions({
      rpID: this.site(request).rpID,
      challenge: newChallenge(this.tokens, SIGN_IN),
      timeout: CHALLENGE_MS,
      userVerification: 'required',
    });
    return { options: JSON.stringify(options) };
  }

  /** Returns the challenge that a passkey has signed, and its counter; `null` if the answer is invalid. */
  async verifySigned(
    request: Request,
    { credentialId: id, publicKey, counter }: Passkey,
    text: string,
  ): Promise<{ challenge: string; counter: string } | null> {
    const response = parseJson<AuthenticationResponseJSON>(text);
    return nullOnError(async () => {
      const expectedAnswer = this.expected(request, SIGN_IN);
      const credential = { id, publicKey: new Uint8Array(publicKey), counter: Number(counter) };
      const answer = { response, credential, ...expectedAnswer.options };
      const { verified, authenticationInfo } = await verifyAuthenticationResponse(answer);
      if (!verified) return null;
      return { challenge: expectedAnswer.challenge(), counter: String(authenticationInfo.newCounter) };
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
   * Returns the site for which passkeys are valid: the host of `PUBLIC_URL`, else that of the request, which is a
   * main host (`MainHostOnly`). For the latter both schemes are allowed, because only the proxy in front knows the
   * scheme.
   */
  private site(request: Request): { rpID: string; origins: string[] } {
    const { hostname, host, origin } = new URL(staffOriginOf(this.config, request));
    return { rpID: hostname, origins: this.config.publicUrl ? [origin] : [`https://${host}`, `http://${host}`] };
  }
}

/** Returns the credential id that an answer states; `null` if the text is not an answer. */
export function credentialIdOf(text: string): string | null {
  const { id } = parseJson<{ id?: unknown }>(text);
  return typeof id === 'string' && CREDENTIAL_ID.test(id) ? id : null;
}

function makingPurpose({ sessionID }: Request, userId: string): string {
  return `passkey of ${userId} in ${sessionID}`;
}

/**
 * Refuses attestation certificates, which no browser sends without being asked: the library would fetch lists of
 * revoked ones from addresses in the certificates.
 */
function requireNoCertificate({ response }: RegistrationResponseJSON): void {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = attestation.get('fmt');
  const isBare = format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  if (!isBare) throw new Error(`Attestation of the kind ${format}`);
}

/**
 * Throws for an unusable key, such as one that is cut off, so that it is refused now and not at the first sign-in.
 */
async function requireReadableKey(credentialPublicKey: Uint8Array<ArrayBuffer>): Promise<void> {
  await verifySignature({ signature: DUMMY_SIGNATURE, data: new Uint8Array(1), credentialPublicKey });
}

/** Parses an object; an empty one if the text is not a JSON object. */
function parseJson<T extends object>(text: string): T {
  try {
    const value = JSON.parse(text) as T | null;
    return value instanceof Object ? value : ({} as T);
  } catch {
    return {} as T;
  }
}

/** Returns `null` if the work throws, as the library does for every invalid answer. */
async function nullOnError<T>(work: () => Promise<T | null>): Promise<T | null> {
  return work().catch(() => null);
}
