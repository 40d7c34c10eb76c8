import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { RecoveryCodesView } from '../src/contract/factors.js';
import type { PasskeyOptionsView } from '../src/contract/passkeys.js';
import { STAFF_PASSWORD, type Agent } from './app.js';

/** Flags of what an authenticator says (WebAuthn, 6.1). */
const [PRESENT, VERIFIED, MADE] = [0x01, 0x04, 0x40];

/** How an answer differs from a right one. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** Whether the person showed who they are. */
  isVerified?: boolean;
  /** Signatures that it says it has made. */
  counter?: number;
}

/** The part of a browser and a phone that answers WebAuthn, with one ES256 key. */
export class SoftPasskey {
  readonly id = randomBytes(32);
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  /** Signatures so far; stays 0 where it does not count. */
  counter: number;

  /** @param origin of the page on which it is used */
  constructor(
    private readonly origin: string,
    { counts = true } = {},
  ) {
    this.counter = counts ? 1 : 0;
  }

  /** The answer to a request for a new passkey, as JSON. */
  make({ options }: PasskeyOptionsView, deviation: Deviation = {}, statement: Statement = NONE): string {
    const { challenge } = JSON.parse(options) as { challenge: string };
    const idLength = Buffer.alloc(2);
    idLength.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([Buffer.alloc(16), idLength, this.id, coseKey(this.keys.publicKey)]);
    const data = Buffer.concat([this.authenticatorData(MADE, deviation), credential]);
    const attestationObject = map([
      ['fmt', text(statement.format)],
      ['attStmt', statement.content],
      ['authData', bytes(data)],
    ]);
    const clientDataJSON = this.clientData('webauthn.create', challenge, deviation);
    return this.answer({ clientDataJSON, attestationObject });
  }

  /** The answer to a request to sign in, as JSON. */
  sign({ options }: PasskeyOptionsView, deviation: Deviation = {}): string {
    const { challenge } = JSON.parse(options) as { challenge: string };
    if (this.counter > 0) this.counter += 1;
    const authenticatorData = this.authenticatorData(0, deviation);
    const clientDataJSON = this.clientData('webauthn.get', challenge, deviation);
    const signed = Buffer.concat([authenticatorData, digest(clientDataJSON)]);
    const signature = sign('sha256', signed, this.keys.privateKey);
    return this.answer({ clientDataJSON, authenticatorData, signature });
  }

  private answer(response: Record<string, Buffer>): string {
    const id = this.id.toString('base64url');
    const encoded = Object.entries(response).map(([name, value]) => [name, value.toString('base64url')]);
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: Object.fromEntries(encoded) as object,
    });
  }

  private clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    return Buffer.from(
      JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false, ...only(deviation) }),
    );
  }

  private authenticatorData(flags: number, { rpId, isVerified = true, counter = this.counter }: Deviation): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const said = Buffer.from([PRESENT | (isVerified ? VERIFIED : 0) | flags]);
    return Buffer.concat([digest(rpId ?? new URL(this.origin).hostname), said, count]);
  }
}

/** Adds a passkey to the account that is signed in. */
export async function addPasskey(agent: Agent, origin: string, passkey = new SoftPasskey(origin), name = 'Phone') {
  const { body } = await agent.post('/api/passkeys/options').send({ currentPassword: STAFF_PASSWORD }).expect(200);
  const credential = passkey.make(body as PasskeyOptionsView);
  const added = await agent.post('/api/passkeys').send({ credential, name }).expect(200);
  return { passkey, ...(added.body as RecoveryCodesView) };
}

/** What a maker says of a passkey. */
export interface Statement {
  format: string;
  content: Buffer;
}

const NONE: Statement = { format: 'none', content: map([]) };

function only({ origin, challenge, type }: Deviation): object {
  return { ...(origin && { origin }), ...(challenge && { challenge }), ...(type && { type }) };
}

function digest(value: Buffer | string): Buffer {
  return createHash('sha256').update(value).digest();
}

/** ES256 on P-256 (RFC 9053). */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' });
  const coordinate = (value = '') => bytes(Buffer.from(value, 'base64url'));
  return map([
    [1, whole(2)],
    [3, whole(-7)],
    [-1, whole(1)],
    [-2, coordinate(x)],
    [-3, coordinate(y)],
  ]);
}

/** CBOR (RFC 8949): a map, whose values are encoded already. */
export function map(entries: [key: string | number, value: Buffer][]): Buffer {
  const encoded = entries.flatMap(([key, value]) => [typeof key === 'string' ? text(key) : whole(key), value]);
  return Buffer.concat([head(5, entries.length), ...encoded]);
}

/** CBOR: an array, whose values are encoded already. */
export function list(values: Buffer[]): Buffer {
  return Buffer.concat([head(4, values.length), ...values]);
}

export function bytes(value: Buffer): Buffer {
  return Buffer.concat([head(2, value.length), value]);
}

function text(value: string): Buffer {
  return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
}

function whole(value: number): Buffer {
  return value < 0 ? head(1, -1 - value) : head(0, value);
}

function head(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value]);
  return value < 256
    ? Buffer.from([(kind << 5) | 24, value])
    : Buffer.from([(kind << 5) | 25, value >> 8, value & 255]);
}
