import type { ConfirmBody, RecoveryCodesView } from '@gmb-moments/backend/contract/factors';
import type { PasskeyOptionsView, PasskeyView, RenamePasskeyBody } from '@gmb-moments/backend/contract/passkeys';
import { http } from '../lib/http';
import { makePasskey, signByPasskey } from '../lib/passkeys';

/** What is entered for a new passkey. */
export interface NewPasskey extends ConfirmBody {
  name: string;
}

/** Has the browser make a passkey, and adds it to the own account. The first factor makes recovery codes. */
export async function addPasskey({ name, currentPassword }: NewPasskey): Promise<RecoveryCodesView> {
  const { options } = await http.post<PasskeyOptionsView>('/api/passkeys/options', { currentPassword });
  return http.post<RecoveryCodesView>('/api/passkeys', { name, credential: await makePasskey(options) });
}

export function renamePasskey(id: string, body: RenamePasskeyBody): Promise<PasskeyView> {
  return http.patch<PasskeyView>(`/api/passkeys/${id}`, body);
}

export function removePasskey(id: string, body: ConfirmBody): Promise<void> {
  return http.post(`/api/passkeys/${id}/remove`, body);
}

/** Has the browser ask for a passkey of this site. @returns what a sign-in sends */
export async function answerByPasskey(): Promise<string> {
  const { options } = await http.post<PasskeyOptionsView>('/api/login/options');
  return signByPasskey(options);
}
