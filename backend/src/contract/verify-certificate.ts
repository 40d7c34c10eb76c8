import { CERTIFICATE_TYPE, type CertificateClaims, type CertificateView, type CertifiedPhoto } from './certificates.js';

/** Checks certificates and files, in browsers and in Node. Free of framework code. */

/** A certificate with a valid signature. */
export interface VerifiedCertificate {
  claims: CertificateClaims;
  /** Thumbprint (RFC 7638) of the key that signed. */
  keyId: string;
  /** Whether that is one of the known keys; otherwise anybody may have made it. */
  isKnown: boolean;
}

/** Why a text is not a valid certificate. */
export const CERTIFICATE_PROBLEMS = {
  none: 'This is not a certificate: choose the file certificate.json.',
  large: 'This is not a certificate: it is too large.',
  changed: 'The certificate was changed after it was signed.',
  method: 'The certificate does not say in a way that is known here how it was signed.',
  content: 'What was signed is not an approval certificate.',
  ended: 'The certificate was issued after the end of its key: somebody else signed it.',
};

export type CertificateProblem = keyof typeof CERTIFICATE_PROBLEMS;

export class CertificateError extends Error {
  constructor(readonly problem: CertificateProblem) {
    super(CERTIFICATE_PROBLEMS[problem]);
  }
}

/**
 * Checks the signature of a certificate with the key that comes with it, and whether that is a known one.
 * @throws CertificateError for a text that is none, was changed, or was issued after the end of a known key
 */
export async function verifyCertificate(text: string, known: readonly PublicKey[]): Promise<VerifiedCertificate> {
  const { protected: header, payload, signature } = signedIn(text);
  const key = keyIn(header);
  if (!(await isSignedWith(key, { signed: `${header}.${payload}`, signature }))) throw new CertificateError('changed');
  const keyId = await thumbprintOf(key);
  const thumbprints = await Promise.all(known.map(thumbprintOf));
  const knownKey = known[thumbprints.indexOf(keyId)];
  const claims = claimsIn(payload);
  if (knownKey?.notAfter && claims.iat * 1000 > Date.parse(knownKey.notAfter)) throw new CertificateError('ended');
  return { claims, keyId, isKnown: knownKey !== undefined };
}

/** A point on P-256, as a JSON Web Key. */
export interface PublicKey {
  kty: string;
  crv: string;
  x: string;
  y: string;
  /** When the key ended, as an ISO time: what was issued later is not to be relied on. */
  notAfter?: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

async function isSignedWith(
  { kty, crv, x, y }: PublicKey,
  { signed, signature }: { signed: string; signature: string },
): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, ALGORITHM, false, ['verify']);
    return await crypto.subtle.verify(ALGORITHM, key, bytesOf(signature), new TextEncoder().encode(signed));
  } catch {
    return false;
  }
}

/** RFC 7638, base64url. */
async function thumbprintOf({ crv, kty, x, y }: PublicKey): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify({ crv, kty, x, y }));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** The bytes of a base64url text. @throws for another text */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}

/** What became of the files that were given beside a certificate. */
export interface ComparedFiles {
  matching: { name: string; photo: CertifiedPhoto }[];
  /** Named like a certified file, with another content. */
  changed: { name: string; photo: CertifiedPhoto }[];
  /** Not of this certificate. */
  unknown: string[];
  /** Certified, and not given. */
  missing: CertifiedPhoto[];
}

/** Compares files, by their digests, with those that a certificate names. */
export function compareFiles(
  { photos }: Pick<CertificateClaims, 'photos'>,
  files: { name: string; sha256: string }[],
): ComparedFiles {
  const compared: ComparedFiles = { matching: [], changed: [], unknown: [], missing: [] };
  const given = new Set<CertifiedPhoto>();
  for (const { name, sha256 } of files.filter((file) => !MANIFESTS.includes(baseName(file.name)))) {
    const same = photos.filter((photo) => photo.sha256 === sha256);
    const namesake = photos.find(({ file }) => baseName(file) === baseName(name));
    if (same[0]) {
      compared.matching.push({ name, photo: same[0] });
      for (const photo of same) given.add(photo);
    } else if (namesake) {
      compared.changed.push({ name, photo: namesake });
      given.add(namesake);
    } else compared.unknown.push(name);
  }
  compared.missing = photos.filter((photo) => !given.has(photo));
  return compared;
}

/** What comes with the photos of a delivery, and is not certified. */
const MANIFESTS = ['manifest.csv', 'manifest.json'];

function baseName(path: string): string {
  return path.split(/[/\\]/u).at(-1)!;
}

function signedIn(text: string): CertificateView {
  const given = parse(text) as Partial<CertificateView> | null;
  const { protected: header, payload, signature } = given ?? {};
  if (typeof header !== 'string' || typeof payload !== 'string' || typeof signature !== 'string')
    throw new CertificateError('none');
  return { protected: header, payload, signature };
}

function keyIn(header: string): PublicKey {
  const { alg, jwk } = (decoded(header) ?? {}) as { alg?: string; jwk?: PublicKey };
  if (alg === 'ES256' && jwk?.kty === 'EC' && jwk.crv === 'P-256') return jwk;
  throw new CertificateError('method');
}

function claimsIn(payload: string): CertificateClaims {
  const claims = decoded(payload) as Partial<CertificateClaims> | null;
  const isIssued = typeof claims?.iss === 'string' && Number.isFinite(new Date(Number(claims.iat) * 1000).getTime());
  const isWhole =
    isIssued && claims?.type === CERTIFICATE_TYPE && Array.isArray(claims.photos) && claims.photos.every(isPhoto);
  if (!isWhole) throw new CertificateError('content');
  return claims as CertificateClaims;
}

/** Checked because anybody can sign any content with a key of their own. */
function isPhoto(photo: unknown): boolean {
  if (typeof photo !== 'object' || photo === null) return false;
  const { file, sha256, title, client, approvedBy, approvedAt } = photo as Record<string, unknown>;
  return [file, sha256, title, client, approvedBy, approvedAt].every((text) => typeof text === 'string');
}

/** JSON in base64url; `null` for another text. */
function decoded(text: string): unknown {
  try {
    return parse(new TextDecoder().decode(bytesOf(text)));
  } catch {
    return null;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
