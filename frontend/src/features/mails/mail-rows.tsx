import { LANGUAGE_LABELS } from '@gmb-moments/backend/contract/languages';
import { MAIL_KIND_LABELS, SENDABLE_STATES, type MailState } from '@gmb-moments/backend/contract/mail-kinds';
import type { MailView } from '@gmb-moments/backend/contract/mails';
import { Button } from 'antd';
import { reasonOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import { MAIL_STATE_LABELS, allMails, sendMailAgain } from '../../records/mails';
import { RefreshIcon } from '../../ui/icons';
import { RecordCard } from '../../ui/record-card';
import { RowActions, type RowLayout } from '../../ui/record-rows';
import { RelativeTime } from '../../ui/relative-time';
import { StatusTag } from '../../ui/status-tag';
import styles from './mails.module.css';
import { useCan } from '../../records/permissions';

/** The status whose tag each state of a mail uses. */
const STATE_TAGS = {
  waiting: 'pending',
  unsent: 'draft',
  sent: 'approved',
  failed: 'rejected',
  dropped: 'draft',
} as const satisfies Record<MailState, Parameters<typeof StatusTag>[0]['status']>;

/** Layout of the list of mails. */
export const MAIL_ROWS: RowLayout<MailView> = {
  label: 'Mails',
  columns: [
    {
      title: 'To',
      width: ['minmax(200px, 3fr)', 'minmax(160px, 3fr)', 'minmax(140px, 3fr)'],
      render: ({ email, business }) => (
        <div className="stack shrink">
          <span title={email} className="clip">
            {email}
          </span>
          {business && (
            <small dir="auto" className="clip muted small">
              {business}
            </small>
          )}
        </div>
      ),
    },
    {
      title: 'Mail',
      width: ['160px', '140px', '130px'],
      render: ({ kind, language }) => (
        <div className="stack shrink">
          <span className="clip">{MAIL_KIND_LABELS[kind]}</span>
          <small className="clip muted small">{LANGUAGE_LABELS[language]}</small>
        </div>
      ),
    },
    { title: 'State', width: 'minmax(120px, 4fr)', render: (mail) => <StateTag mail={mail} /> },
    {
      title: 'When',
      width: ['160px', '160px', null],
      isQuiet: true,
      render: ({ sentAt, createdAt }) => <RelativeTime date={sentAt ?? createdAt} />,
    },
    { title: 'Actions', width: '132px', align: 'end', render: (mail) => <SendAgain mail={mail} /> },
  ],
  card: (mail) => (
    <RecordCard
      title={mail.email}
      subtitle={`${MAIL_KIND_LABELS[mail.kind]}, ${LANGUAGE_LABELS[mail.language]}`}
      action={<SendAgain mail={mail} />}
    >
      <StateTag mail={mail} />
    </RecordCard>
  ),
};

function StateTag({ mail: { state, error } }: { mail: MailView }) {
  return (
    <div className={`row shrink gap-4-8 ${styles['state']}`}>
      <StatusTag status={STATE_TAGS[state]} label={MAIL_STATE_LABELS[state]} />
      {error && (
        <span dir="auto" title={error} className={`clamp muted anywhere ${styles['error']}`}>
          {error}
        </span>
      )}
    </div>
  );
}

function SendAgain({ mail: { id, email, state } }: { mail: MailView }) {
  const send = useToastMutation({
    mutationFn: () => sendMailAgain(id),
    failure: (error) => ['Not sent', reasonOf(error)],
    refresh: [allMails],
  });
  const maySend = useCan('mail.send');
  if (!maySend || !SENDABLE_STATES.includes(state)) return null;
  return (
    <RowActions>
      <Button
        icon={<RefreshIcon />}
        loading={send.isPending}
        aria-label={`Send again to ${email}`}
        onClick={() => send.mutate()}
      >
        Send again
      </Button>
    </RowActions>
  );
}
