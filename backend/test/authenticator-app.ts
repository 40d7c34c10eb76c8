import { TOTP } from 'otpauth';

/** The code that an authenticator app with this secret shows at a time, in milliseconds since 1970. */
export function codeOf(secret: string, timestamp: number): string {
  return new TOTP({ secret }).generate({ timestamp });
}
