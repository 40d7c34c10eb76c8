import type { ImageView } from '@gmb-moments/backend/contract/images';
import { memo, useEffect, useRef, type KeyboardEvent } from 'react';
import { CheckIcon, ClockIcon, CrossIcon } from '../../../ui/icons';
import type { CaptionActivity } from '../captions/run-captions';
import { StatusTag } from '../../../ui/status-tag';
import { withShortcut } from '../../../lib/shortcuts';
import { useIsMobile } from '../../../lib/media-queries';
import { WarningLine } from './findings';
import { IMAGE_STATUS_LABELS } from '../../../records/images';
import { KEYS } from '../moment-keys';
import { usePage, usePageState } from '../use-page';
import { unsavedText } from './draft';
import orderStyles from './drag-order.module.css';
import styles from './image-tile.module.css';
import { Picture } from './image-picture';
import { useCan } from '../../../records/permissions';

interface Props {
  image: ImageView;
  /** Place within the moment, from 1. */
  number: number;
  /** Whether the inspector shows it. */
  isSelected: boolean;
  /** Whether it is ticked for the bulk actions. */
  isChosen: boolean;
  /** No longer matches the status filter; shown until the filter changes. */
  noLongerMatches: boolean;
  /** What the AI does for this image. */
  activity: CaptionActivity;
  /** Whether the last attempt to write its caption failed. */
  isFailed: boolean;
}

/**
 * An image on the contact sheet: number, state, title, and one line on how it stands. Memoized, and reads nothing of the page but
 * what concerns this image: an event renders one of 30.
 */
export const ImageTile = memo(function ImageTile(props: Props) {
  const { image, number, isSelected, isChosen, activity } = props;
  const { clickTile, act, openDialog, openPreview } = usePage();
  const isReplacing = usePageState(({ replacing }) => replacing[image.id] !== undefined);
  const showFeedback = () => openDialog(image.id, 'feedback');
  const tile = useRef<HTMLDivElement>(null);
  const isMobile = useIsMobile();
  const mayEdit = useCan('review.edit');
  // The selection takes the focus along when it is moved from one tile to another with keys.
  useEffect(() => {
    if (isSelected && document.activeElement?.closest('[data-contact-sheet]')) tile.current?.focus();
  }, [isSelected]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    openDialog(image.id, 'preview');
  };
  return (
    <article
      aria-label={`Image ${number}`}
      aria-busy={activity !== null || isReplacing}
      className={`shrink relative ${styles['tile']}`}
      data-selected={isSelected || undefined}
      data-chosen={isChosen || undefined}
    >
      <div className={`relative ${styles['frame']}`}>
        {/* No button element: Firefox does not let one be dragged. */}
        <div
          ref={tile}
          role="button"
          data-tile
          aria-label={image.title || image.fileName}
          aria-current={isSelected}
          tabIndex={isSelected ? 0 : -1}
          className={`block wide ${styles['select']}`}
          onClick={(event) => clickTile(image.id, event)}
          onDoubleClick={() => openPreview(image.id)}
          onKeyDown={onKeyDown}
        >
          <Picture
            image={image}
            src={image.thumbnailUrl}
            className={`block wide sunken small ${styles['photo']}`}
            lazy
          />
        </div>
        <span className={`strong numbers tiny ${orderStyles['number']} ${styles['place']}`}>#{number}</span>
        {mayEdit && (
          <button
            type="button"
            role="checkbox"
            aria-checked={isChosen}
            aria-label={`Select #${number}`}
            title={isMobile ? undefined : withShortcut('Select', KEYS.choose)}
            tabIndex={isSelected ? 0 : -1}
            className={`middle ${styles['check']}`}
            onClick={({ shiftKey }) => act({ type: shiftKey ? 'extend' : 'toggle', id: image.id })}
          >
            <CheckIcon size={14} />
          </button>
        )}
        {!isMobile && <StateMark image={image} onFeedback={showFeedback} isSelected={isSelected} />}
        {activity === 'writing' && <span className={styles['progress']} />}
      </div>
      <div className={`column shrink ${styles['text']}`}>
        {activity !== null && (activity === 'writing' || image.title === '') ? (
          <span className={`sunken ${styles['skeleton']}`} />
        ) : (
          <span
            dir="auto"
            className={`medium ${isMobile ? 'clamp anywhere' : 'clip'} ${styles['title']}`}
            title={image.title}
          >
            {image.title || <span className={`muted ${styles['untitled']}`}>No title yet</span>}
          </span>
        )}
        {isMobile && (
          <span className={`flex ${styles['tag']}`}>
            <StatusTag
              status={image.status}
              label={IMAGE_STATUS_LABELS[image.status]}
              onClick={image.status === 'rejected' ? showFeedback : undefined}
            />
          </span>
        )}
        <TileLine {...props} />
        <WarningLine photo={image} />
      </div>
    </article>
  );
});

/** How the image stands, in a few words. */
function TileLine({ image, number, noLongerMatches, activity, isFailed }: Props) {
  const isMobile = useIsMobile();
  const percent = usePageState(({ replacing }) => replacing[image.id]);
  const unsaved = unsavedText(
    image,
    number,
    usePageState(({ drafts }) => drafts[image.id]),
  );
  const line = `note muted clip ${styles['line']}`;
  const bad = `note rejected ${isMobile ? 'clamp anywhere' : 'clip'} ${styles['bad']}`;
  if (percent !== undefined) return <span className={line}>{`Replacing… ${percent}%`}</span>;
  if (unsaved && unsaved.reason !== '' && !unsaved.isSaving) return <span className={bad}>Not saved</span>;
  if (activity === 'writing') return <span className={line}>Writing the caption…</span>;
  if (activity === 'waiting') return <span className={line}>Waiting for its caption…</span>;
  if (noLongerMatches) return <span className={line}>Now {IMAGE_STATUS_LABELS[image.status].toLowerCase()}</span>;
  if (image.status === 'rejected' && image.feedback) {
    return (
      <span dir="auto" className={bad} title={image.feedback}>
        “{image.feedback}”
      </span>
    );
  }
  if (isFailed) return <span className={bad}>Caption failed</span>;
  if (isMobile) return null;
  return <span className={line}>{LINES[image.status]}</span>;
}

const LINES = { pending: 'Not decided yet', approved: 'Approved', rejected: 'Rejected' };

interface StateMarkProps {
  image: ImageView;
  isSelected: boolean;
  onFeedback: () => void;
}

/** The state as a shape over the corner of the photo; that of a rejected image opens the client's feedback. */
function StateMark({ image: { status }, isSelected, onFeedback }: StateMarkProps) {
  const className = `middle disc ${styles['mark']} ${styles[status]}`;
  if (status !== 'rejected') {
    return (
      <span className={className}>{status === 'approved' ? <CheckIcon size={14} /> : <ClockIcon size={14} />}</span>
    );
  }
  return (
    <button type="button" className={className} tabIndex={isSelected ? 0 : -1} onClick={onFeedback}>
      <CrossIcon size={14} />
      <span className="spoken">Rejected</span>
    </button>
  );
}
