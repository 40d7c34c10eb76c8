import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type MouseEvent } from 'react';
import { CopyButton } from '../../ui/copy-button';
import { Dialog, DialogButtons } from '../../ui/dialog';
import { ExternalLinkIcon, LinkIcon, UsersIcon } from '../../ui/icons';
import { withKey } from '../../lib/keys';
import { lacksCaption } from '../../records/captions';
import styles from './moment-page.module.css';
import { KEYS } from './moment-keys';
import { usePageState } from './page-state';
import { sharingQuery } from '../../records/sharing/sharing';
import { useOpenLink } from '../../records/sharing/use-open-link';
import { momentQuery, publicAddress, shareMoment } from '../../records/moments';
import { counted } from '../../lib/counted';

/** The client's link, to be copied or opened. Before it is shared in either way, it is asked about photos that have no caption. */
export function usePublicLink() {
  const { moment, images, captions } = usePageState();
  const url = publicAddress(moment);
  const { onCopied, onOpen, isClosed, isDisabled } = useOpenLink({
    of: { subject: 'moments', id: moment.id },
    share: () => shareMoment(moment.id),
    copied: ['Copied'],
    refresh: [{ ...momentQuery(moment.id), exact: true }],
  });
  const [asked, setAsked] = useState<{ share: () => void } | null>(null);
  const lacking = images.filter(lacksCaption).length;
  const mustAsk = moment.sharedAt === null && lacking > 0;
  const openTab = () => {
    window.open(url, '_blank', 'noopener');
    onOpen();
  };
  const answer = (act: () => void) => () => {
    act();
    setAsked(null);
  };
  const question = asked && (
    <Dialog
      title={lacking === 1 ? '1 photo has no caption' : `${lacking} photos have no caption`}
      onClose={() => setAsked(null)}
      footer={
        <DialogButtons
          submitText="Generate captions"
          onSubmit={answer(() => captions.start.mutate())}
          cancelText="Share anyway"
          onCancel={answer(asked.share)}
        />
      }
    >
      The client sees a dash where a title or a description is missing, and can approve the photo as it is.
    </Dialog>
  );
  return {
    url,
    isClosed,
    isDisabled,
    /** Properties of the button that copies. */
    copy: {
      text: url,
      disabled: isDisabled,
      onCopied,
      ask: mustAsk ? (copy: () => void) => setAsked({ share: copy }) : undefined,
    },
    open: () => (mustAsk ? setAsked({ share: openTab }) : openTab()),
    /** For a link, which opens by itself unless there is something to ask. */
    follow: (event: MouseEvent) => {
      if (!mustAsk) return onOpen();
      event.preventDefault();
      setAsked({ share: openTab });
    },
    question,
  };
}

/** The link as a line of the page. */
export function PublicLink() {
  const { url, copy, follow, question, isClosed, isDisabled } = usePublicLink();
  return (
    <div className={`row box muted surface-2 gap-8 ${styles['link']}`}>
      <LinkIcon />
      <input
        readOnly
        value={isClosed ? 'The open link is closed' : url}
        title={isClosed ? undefined : url}
        aria-label="Public link"
        onFocus={(event) => event.target.select()}
        className={`shrink ${styles['url']}`}
      />
      <CopyButton type="text" {...copy} />
      <Button
        type="text"
        icon={<ExternalLinkIcon />}
        href={url}
        target="_blank"
        rel="noopener"
        disabled={isDisabled}
        onClick={follow}
      >
        Open
      </Button>
      {question}
      <SharingSummary />
    </div>
  );
}

/** How many reviewers have a link, how far they are, and the button that shows them. */
export function SharingSummary() {
  const { moment, images, workbench } = usePageState();
  const { data } = useQuery(sharingQuery('moments', moment.id));
  const count = data?.links.filter(({ state }) => state === 'open').length ?? 0;
  const decided = images.filter(({ status }) => status !== 'pending').length;
  return (
    <div className={`row shrink ${styles['summary']}`}>
      <span className={`clip grow ${styles['sharedWith']}`}>
        {data && (
          <>
            <strong className="ink strong">{withReviewers(count)}</strong>
            {count > 0 && ` · ${decided} of ${images.length} decided`}
          </>
        )}
      </span>
      <Button
        type="text"
        icon={<UsersIcon />}
        title={withKey('Who may see it', KEYS.sharing)}
        aria-expanded={workbench.pane.isSharing}
        onClick={workbench.pane.toggleSharing}
      >
        Sharing
      </Button>
    </div>
  );
}

function withReviewers(count: number): string {
  if (count === 0) return 'No reviewer yet';
  return `Shared with ${counted(count, 'reviewer')}`;
}
