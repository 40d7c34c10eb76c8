import type { ReviewerView } from '@gmb-moments/backend/contract/reviewers';
import { AlertIcon } from '../../ui/icons';

/** Says why mails do not reach a reviewer; nothing where they do. */
export function MailRefusalNote({ reviewer }: { reviewer: Pick<ReviewerView, 'mailRefusal' | 'hasStoppedMails'> }) {
  const { mailRefusal, hasStoppedMails } = reviewer;
  if (mailRefusal === '' && !hasStoppedMails) return null;
  return (
    <span className="note grow flex rejected anywhere gap-6">
      <AlertIcon className="rigid" />
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
