import { useRef } from 'react';

/**
 * A random UUID for the header `Idempotency-Key`. Works on plain http too, where `crypto.randomUUID` does not exist.
 */
export function newIdempotencyKey(
  source: Pick<Crypto, 'getRandomValues'> & Partial<Pick<Crypto, 'randomUUID'>> = crypto,
): string {
  if (source.randomUUID) return source.randomUUID();
  const bytes = source.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Returns a function from a request's name to its key. The key stays the same for the same request, so a second click
 * after a lost response creates nothing twice.
 */
export function useIdempotencyKeys(): (request: string) => string {
  const keys = useRef(new Map<string, string>());
  return (request) => {
    const key = keys.current.get(request) ?? newIdempotencyKey();
    keys.current.set(request, key);
    return key;
  };
}
