import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { MouseEvent } from 'react';
import { CopyButton } from '../../ui/copy-button';
import { ExternalLinkIcon, LinkIcon, UsersIcon } from '../../ui/icons';
import { withShortcut } from '../../lib/shortcuts';
import styles from './moment-page.module.css';
import { KEYS } from './moment-keys';
import { useImages, useMoment, usePage, usePageState } from './use-page';
import { sharingQuery } from '../../records/sharing';
import { useOpenLink } from '../../records/open-link';
import { counted } from '../../lib/counted';
import { useCan } from '../../records/permissions';

/** The client's link, to be copied or opened. */
export function usePublicLink() {
  const { id } = useMoment();
  const { url, onCopied, onOpen, isClosed, isDisabled } = useOpenLink({ path: 'moments', id });
  const { shareOrAsk, hasNothingToAsk } = usePage();
  const openTab = () => {
    window.open(url, '_blank', 'noopener');
    onOpen();
  };
  return {
    url,
    isClosed,
    isDisabled,
    /** Properties of the button that copies. */
    copy: { text: url, disabled: isDisabled, onCopied, confirmCopy: shareOrAsk },
    open: () => shareOrAsk(openTab),
    /** For a link, which opens by itself unless there is something to ask. */
    follow: (event: MouseEvent) => {
      if (hasNothingToAsk()) return onOpen();
      event.preventDefault();
      shareOrAsk(openTab);
    },
  };
}

/** The link as a line of the page. */
export function PublicLink() {
  const { url, copy, follow, isClosed, isDisabled } = usePublicLink();
  // To copy or open it notes that it was given away.
  const mayShare = useCan('review.share');
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
      {mayShare && <CopyButton type="text" {...copy} />}
      {mayShare && (
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
      )}
      <SharingSummary />
    </div>
  );
}

/** How many reviewers have a link, how far they are, and the button that shows them. */
export function SharingSummary() {
  const { id } = useMoment();
  const images = useImages();
  const { toggleSharing } = usePage();
  const isSharing = usePageState((state) => state.isSharing);
  const { data } = useQuery(sharingQuery({ path: 'moments', id }));
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
        title={withShortcut('Who may see it', KEYS.sharing)}
        aria-expanded={isSharing}
        onClick={toggleSharing}
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
