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
import { useOpenLink } from '../../records/open-link';
import { momentQuery } from '../../records/moments';
import { counted } from '../../lib/counted';

/**
 * Asks about photos that have no caption before the moment is shared for the first time.
 * @returns `ask` shares at once where there is nothing to ask, and otherwise shows the `question`
 */
export function useCaptionQuestion() {
  const { id } = useMoment();
  const { generate } = useGeneration();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<{ share: () => void; lacking: number } | null>(null);
  const query = imagesQuery(id);
  /** How many photos lack a caption, which only counts until the moment is shared; `undefined` while they are not loaded. */
  const lackingNow = () =>
    queryClient.getQueryData(momentQuery(id).queryKey)?.sharedAt === null
      ? queryClient.getQueryData(query.queryKey)?.filter(lacksCaption).length
      : 0;
  // Browsers copy and open no later than right after a click.
  const ask = (share: () => void): void => {
    const lacking = lackingNow();
    if (lacking === 0) return share();
    if (lacking) return setAsked({ share, lacking });
    queryClient.ensureQueryData(query).then(
      () => ask(share),
      (error: unknown) => toast.error('Error', reasonOf(error)),
    );
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
  return { ask, question, hasNothingToAsk: () => lackingNow() === 0 };
}

/** The client's link, to be copied or opened. */
export function usePublicLink() {
  const { id } = useMoment();
  const { url, onCopied, onOpen, isClosed, isDisabled } = useOpenLink({ path: 'moments', id });
  const { ask, question, hasNothingToAsk } = useCaptionQuestion();
  const openTab = () => {
    window.open(url, '_blank', 'noopener');
    onOpen();
  };
  return {
    url,
    isClosed,
    isDisabled,
    /** Properties of the button that copies. */
    copy: {
      text: url,
      disabled: isDisabled,
      onCopied,
      ask,
    },
    open: () => ask(openTab),
    /** For a link, which opens by itself unless there is something to ask. */
    follow: (event: MouseEvent) => {
      if (hasNothingToAsk()) return onOpen();
      event.preventDefault();
      ask(openTab);
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
