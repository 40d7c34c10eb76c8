import { MAIL_STATES } from '@gmb-moments/backend/contract/mail-kinds';
import { Button } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import { MAIL_STATE_LABELS, mailListQuery, mailServerQuery, sendTestMail } from '../../records/mails';
import { userQuery } from '../../records/session';
import { AlertIcon, CheckIcon, EyeIcon, InboxIcon, SendIcon } from '../../ui/icons';
import { choiceFilter } from '../../ui/list-filters';
import { PageHeader } from '../../ui/page-header';
import { EmptyState, Loading, QueryView } from '../../ui/placeholders';
import { prefetchList, ResourceList, useResourceList } from '../../ui/resource-list';
import { MAIL_ROWS } from './mail-rows';
import styles from './mails.module.css';
import { PreviewDialog } from './preview-dialog';
import { useCan } from '../../records/permissions';

const MAILS = {
  name: 'mails',
  nouns: ['mail', 'mails'],
  query: mailListQuery,
  filters: {
    state: choiceFilter({
      label: 'Filter by state',
      all: 'All mails',
      options: MAIL_STATES.map((value) => ({ value, label: MAIL_STATE_LABELS[value] })),
      style: { flex: '0 1 160px' },
    }),
  },
} as const;

/** Prefetches the first page of the list. */
export const prefetchMails = prefetchList(MAILS);

/** Settings of the mail server, previews of mails, and the outbox. */
export function MailsPage() {
  const [isPreviewing, setPreviewing] = useState(false);
  const { data: server } = useQuery(mailServerQuery);
  const { data: user } = useQuery(userQuery);
  const manages = useCan('settings.manage');
  const test = useToastMutation({
    mutationFn: sendTestMail,
    success: ['Sent', `A mail is on its way to ${user?.email}.`],
    failure: (error) => ['Not sent', reasonOf(error)],
    refresh: [mailServerQuery],
  });
  return (
    <>
      <PageHeader
        title="Mail"
        parent={{ title: 'Settings', path: '/settings' }}
        subtitle="Mails to reviewers and to your team"
        actions={
          <>
            <Button icon={<EyeIcon />} onClick={() => setPreviewing(true)}>
              Preview Mails
            </Button>
            {manages && (
              <Button
                type="primary"
                icon={<SendIcon />}
                loading={test.isPending}
                disabled={!server?.sender}
                onClick={() => test.mutate()}
              >
                Send me a test
              </Button>
            )}
          </>
        }
      />
      <MailServer />
      <ResourceList
        list={useResourceList(MAILS)}
        rows={MAIL_ROWS}
        empty={<EmptyState text="No mails yet" hint="What is sent to reviewers and to your team appears here." />}
      />
      {isPreviewing && <PreviewDialog onClose={() => setPreviewing(false)} />}
    </>
  );
}

const LINE = `flex top muted anywhere gap-8 ${styles['server']}`;

/** The sender's address, and whether the mail server accepts mails. */
function MailServer() {
  return (
    <QueryView
      query={useQuery(mailServerQuery)}
      failed="The mail server could not be checked"
      loading={
        <Loading label="Checking the mail server">
          <p className={LINE}>Checking the mail server…</p>
        </Loading>
      }
    >
      {({ sender, problem }) => {
        if (!sender) {
          return (
            <p className={LINE}>
              <InboxIcon />
              <span>No mail server is set up, so mails stay here. Set SMTP_URL and MAIL_FROM to send them.</span>
            </p>
          );
        }
        const from = sender.name ? `${sender.name} <${sender.address}>` : sender.address;
        return (
          <p className={LINE}>
            {problem ? <AlertIcon className="rejected" /> : <CheckIcon className="approved" />}
            <span>
              Mails come from <bdi>{from}</bdi>.{' '}
              {problem ? (
                <>
                  The mail server cannot be used: <bdi>{problem}</bdi>
                </>
              ) : (
                'The mail server answers.'
              )}
            </span>
          </p>
        );
      }}
    </QueryView>
  );
}
