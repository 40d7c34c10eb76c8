import type {
  AddAuthenticatorBody,
  AuthenticatorKeyView,
  ConfirmBody,
  FactorsView,
  RecoveryCodesView,
} from '@gmb-moments/backend/contract/factors';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../lib/http';

/** The own second factors, and whether all need one. */
export const factorsQuery = queryOptions<FactorsView>({ queryKey: ['/api/factors'] });

/** A secret for an authenticator app: another one each time that its page is opened. */
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

/** Makes ten new recovery codes. Those of before end. */
export function renewRecoveryCodes(body: ConfirmBody): Promise<RecoveryCodesView> {
  return http.post<RecoveryCodesView>('/api/factors/recovery-codes', body);
}

/** Requires a second factor of all members of staff, or lets them choose. */
export function requireFactor(isRequired: boolean): Promise<void> {
  return http.put('/api/factors/requirement', { isRequired });
}
