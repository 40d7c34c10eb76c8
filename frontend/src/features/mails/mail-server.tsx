import { useQuery } from '@tanstack/react-query';
import { mailServerQuery } from '../../records/mails';
import { AlertIcon, CheckIcon, InboxIcon } from '../../ui/icons';
import { Loading, QueryView } from '../../ui/placeholders';
import styles from './mails.module.css';

const LINE = `flex top muted anywhere gap-8 ${styles['server']}`;

/** The address that mails come from, and whether the server takes them. */
export function MailServer() {
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
