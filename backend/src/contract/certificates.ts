/** Approval certificates: evidence of what was approved, who approved it and when. Free of framework code. */

/** What a certificate is, and is not. */
export const CERTIFICATE_NOTE = 'Evidence of approval, not a qualified electronic signature.';
export const CERTIFICATE_TYPE = 'approval-certificate';

/** A photo that was delivered as it was approved. */
export interface CertifiedPhoto {
  /** Name of the delivered file, with its folder within the ZIP. */
  file: string;
  /** Of the delivered file, in hexadecimal digits. */
  sha256: string;
  version: number;
  title: string;
  description: string;
  keywords: string[];
  altText: string;
  place: string;
  moment: string;
  client: string;
  approvedBy: string;
  approvedAt: string;
  /** How often it was put before the client until then; 1 for the first time. */
  round: number;
}

/** What a certificate says: the payload of its signature. */
export interface CertificateClaims {
  type: typeof CERTIFICATE_TYPE;
  note: string;
  /** Name of the installation that signed. */
  iss: string;
  /** When it was signed, in seconds since 1970. */
  iat: number;
  /** The delivery. */
  jti: string;
  /** The clients' agency; `null` where they have none, or several. */
  agency: string | null;
  deliveredAt: string;
  /** The member of staff. */
  deliveredBy: string;
  photos: CertifiedPhoto[];
}

/** Answer of `GET /api/deliveries/{id}/certificate.json`: a JSON Web Signature (RFC 7515, flattened; ES256). Its payload is a `CertificateClaims`. */
export interface CertificateView {
  protected: string;
  payload: string;
  signature: string;
}

/** A public key, as RFC 7517 writes it. */
export interface CertificateKeyView {
  kty: string;
  crv: string;
  x: string;
  y: string;
  alg: string;
  use: string;
  /** Its thumbprint (RFC 7638). */
  kid: string;
  /** When it ended, as the secret that it follows from was changed; missing while certificates are signed with it. */
  notAfter?: string;
}

/** Answer of `GET /api/certificate-keys`: the keys that this installation signs and signed certificates with, the newest first. */
export interface CertificateKeysView {
  keys: CertificateKeyView[];
}

/** A delivery that has a certificate. */
export interface CertifiedDeliveryView {
  id: string;
  deliveredAt: string;
  /** The member of staff. */
  deliveredBy: string;
  photos: number;
}
