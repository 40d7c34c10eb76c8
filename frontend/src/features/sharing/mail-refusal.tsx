import type { ReviewerView } from '@gmb-moments/backend/contract/reviewers';
import { AlertIcon } from '../../ui/icons';

/** Why mails do not reach a reviewer; renders nothing if they do. */
export function MailRefusalNote({ reviewer }: { reviewer: Pick<ReviewerView, 'mailRefusal' | 'hasStoppedMails'> }) {
  const { mailRefusal, hasStoppedMails } = reviewer;
  if (mailRefusal === '' && !hasStoppedMails) return null;
  return (
    <span className="note grow flex rejected anywhere gap-6">
      <AlertIcon className="no-shrink" />
      {mailRefusal ? (
        <span>
          Mail could not be delivered: <bdi>{mailRefusal}</bdi>
        </span>
      ) : (
        <span>Stopped these mails. Send the link in another way.</span>
      )}
    </span>
  );
}
