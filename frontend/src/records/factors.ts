import type {
  AddAuthenticatorBody,
  AuthenticatorKeyView,
  ConfirmBody,
  FactorsView,
  RecoveryCodesView,
} from '@gmb-moments/backend/contract/factors';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../lib/http';

/** The second factors of the signed-in user, and whether everybody needs one. */
export const factorsQuery = queryOptions<FactorsView>({ queryKey: ['/api/factors'] });

/** A new secret for an authenticator app. It is never cached: each mount of the form requests another one. */
export const authenticatorKeyQuery = queryOptions({
  queryKey: ['/api/factors/authenticator/key'],
  queryFn: () => http.post<AuthenticatorKeyView>('/api/factors/authenticator/key'),
  staleTime: Infinity,
  gcTime: 0,
});

export function addAuthenticator(body: AddAuthenticatorBody): Promise<RecoveryCodesView> {
  return http.post<RecoveryCodesView>('/api/factors/authenticator', body);
}

export function removeAuthenticator(body: ConfirmBody): Promise<void> {
  return http.post('/api/factors/authenticator/remove', body);
}

/** Creates ten new recovery codes; earlier ones stop working. */
export function renewRecoveryCodes(body: ConfirmBody): Promise<RecoveryCodesView> {
  return http.post<RecoveryCodesView>('/api/factors/recovery-codes', body);
}

/** Makes a second factor required for all members of staff, or optional. */
export function requireFactor(isRequired: boolean): Promise<void> {
  return http.put('/api/factors/requirement', { isRequired });
}
