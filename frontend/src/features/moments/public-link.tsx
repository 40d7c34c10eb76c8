import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type MouseEvent } from 'react';
import { CopyButton } from '../../ui/copy-button';
import { Dialog, DialogButtons } from '../../ui/dialog';
import { ExternalLinkIcon, LinkIcon, UsersIcon } from '../../ui/icons';
import { withKey } from '../../lib/keys';
import { reasonOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { lacksCaption } from '../../records/captions';
import { imagesQuery } from '../../records/images';
import styles from './moment-page.module.css';
import { KEYS } from './moment-keys';
import { useGeneration } from './captions/use-generation';
import { useImages, useMoment, usePage, usePageState } from './use-page';
import { sharingQuery } from '../../records/sharing';
import { useOpenLink } from '../../records/use-open-link';
import { momentQuery, publicAddress, shareMoment } from '../../records/moments';
import { counted } from '../../lib/counted';

/** The client's link, to be copied or opened. Before it is shared in either way, it is asked about photos that have no caption. */
export function usePublicLink() {
  const moment = useMoment();
  const { generate } = useGeneration();
  const queryClient = useQueryClient();
  const url = publicAddress(moment);
  const { onCopied, onOpen, isClosed, isDisabled } = useOpenLink({
    of: { subject: 'moments', id: moment.id },
    share: () => shareMoment(moment.id),
    copied: ['Copied'],
    refresh: [{ ...momentQuery(moment.id), exact: true }],
  });
  const [asked, setAsked] = useState<{ share: () => void; lacking: number } | null>(null);
  const query = imagesQuery(moment.id);
  /** How many photos lack a caption, which only counts until the moment is shared; `undefined` while they are not loaded. */
  const lackingNow = () =>
    moment.sharedAt === null ? queryClient.getQueryData(query.queryKey)?.filter(lacksCaption).length : 0;
  /** Shares at once where it can: browsers copy and open no later than right after a click. */
  const askFirst = (share: () => void): void => {
    const lacking = lackingNow();
    if (lacking === 0) return share();
    if (lacking) return setAsked({ share, lacking });
    queryClient.ensureQueryData(query).then(
      () => askFirst(share),
      (error: unknown) => toast.error('Error', reasonOf(error)),
    );
  };
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
      title={asked.lacking === 1 ? '1 photo has no caption' : `${asked.lacking} photos have no caption`}
      onClose={() => setAsked(null)}
      footer={
        <DialogButtons
          submitText="Generate captions"
          onSubmit={answer(generate)}
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
      ask: askFirst,
    },
    open: () => askFirst(openTab),
    /** For a link, which opens by itself unless there is something to ask. */
    follow: (event: MouseEvent) => {
      if (lackingNow() === 0) return onOpen();
      event.preventDefault();
      askFirst(openTab);
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
  const moment = useMoment();
  const images = useImages();
  const { toggleSharing } = usePage();
  const isSharing = usePageState((state) => state.isSharing);
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
