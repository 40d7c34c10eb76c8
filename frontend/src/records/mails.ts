import type { Language } from '@gmb-moments/backend/contract/languages';
import type { MailKind, MailState } from '@gmb-moments/backend/contract/mail-kinds';
import type { MailPreview, MailServerView, MailsQuery, MailView } from '@gmb-moments/backend/contract/mails';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../lib/http';
import { pageQuery } from '../lib/query-client';

/** Everything that is cached about the outbox. */
export const allMails = { queryKey: ['/api/mails'] };

/** One page of the outbox, with the number of all mails. */
export function mailListQuery(params: MailsQuery) {
  return pageQuery<MailView>('/api/mails', params);
}

/** The mail server's settings and state. The server connects to it, which may take some seconds. */
export const mailServerQuery = queryOptions<MailServerView>({ queryKey: ['/api/mail-server'] });

/** A preview of a kind of mail with sample data. */
export function mailPreviewQuery(params: { kind: MailKind; language: Language }) {
  return queryOptions<MailPreview>({ queryKey: ['/api/mail-preview', params] });
}

export function sendTestMail(): Promise<void> {
  return http.post('/api/mails/test');
}

export function sendMailAgain(id: string): Promise<MailView> {
  return http.post<MailView>(`/api/mails/${id}/send-again`);
}

export const MAIL_STATE_LABELS: Record<MailState, string> = {
  waiting: 'Waiting',
  unsent: 'Not sent',
  sent: 'Sent',
  failed: 'Failed',
  dropped: 'Dropped',
};
