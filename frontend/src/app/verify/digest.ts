import { IMAGE_MAX_BYTES } from '@gmb-moments/backend/contract/limits';

/** Bytes that texts may add to a photo. */
const TEXTS_MAX = 10_000_000;

/** SHA-256 of a file in hexadecimal digits; of one that is larger than any photo it is not computed, and equals none. */
export async function digestOf(file: File): Promise<string> {
  if (file.size > IMAGE_MAX_BYTES + TEXTS_MAX) return '';
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
