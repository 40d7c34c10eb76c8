import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { MouseEvent } from 'react';
import { CopyButton } from '../../ui/copy-button';
import { ExternalLinkIcon, LinkIcon, UsersIcon } from '../../ui/icons';
import { withShortcut } from '../../lib/shortcuts';
import styles from './moment-page.module.css';
import { MOMENT_SHORTCUTS } from './moment-shortcuts';
import { useImages, useMoment, usePage, usePageState } from './use-page';
import { sharingQuery } from '../../records/sharing';
import { useOpenLink } from '../../records/open-link';
import { countText } from '../../lib/count-text';
import { useCan } from '../../records/permissions';

/** The moment's public link with props and handlers for copying and opening it. */
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
    /** Props of the copy button. */
    copy: { text: url, disabled: isDisabled, onCopied, confirmCopy: shareOrAsk },
    open: () => shareOrAsk(openTab),
    /** Click handler for an `a` element: opens the link, or asks first about missing captions. */
    follow: (event: MouseEvent) => {
      if (hasNothingToAsk()) return onOpen();
      event.preventDefault();
      shareOrAsk(openTab);
    },
  };
}

/** The public link with its buttons, and a summary of sharing. */
export function PublicLink() {
  const { url, copy, follow, isClosed, isDisabled } = usePublicLink();
  // Copying and opening need the permission, because both mark the moment as shared.
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

/** The number of reviewers with a link, their decisions, and the button for the sharing pane. */
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
        title={withShortcut('Who may see it', MOMENT_SHORTCUTS.sharing)}
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
  return `Shared with ${countText(count, 'reviewer')}`;
}
