import type { ImageView } from '@gmb-moments/backend/contract/images';
import { memo, useEffect, useRef, type KeyboardEvent } from 'react';
import { CheckIcon, ClockIcon, CrossIcon } from '../../../ui/icons';
import type { CaptionActivity } from '../captions/caption-states';
import { StatusTag } from '../../../ui/status-tag';
import { withShortcut } from '../../../lib/shortcuts';
import { useIsMobile } from '../../../lib/media-queries';
import { WarningLine } from './findings';
import { IMAGE_STATUS_LABELS } from '../../../records/images';
import { MOMENT_SHORTCUTS } from '../moment-shortcuts';
import { usePage, usePageState } from '../use-page';
import { unsavedText } from './draft';
import orderStyles from './drag-order.module.css';
import styles from './image-tile.module.css';
import { Picture } from './image-picture';
import { useCan } from '../../../records/permissions';

interface Props {
  image: ImageView;
  /** Position in the moment, from 1. */
  number: number;
  /** Whether the inspector shows it. */
  isSelected: boolean;
  /** Whether it is chosen for the bulk actions. */
  isChosen: boolean;
  /** Whether it no longer matches the status filter; it stays until the filter changes. */
  noLongerMatches: boolean;
  /** What the AI does for its caption. */
  activity: CaptionActivity;
  /** Whether the last attempt to write its caption failed. */
  isFailed: boolean;
}

/**
 * A tile of the contact sheet: picture, number, status, title and a status line. It is memoized and selects only the
 * state of its own image, so that an event about one image rerenders one tile.
 */
export const ImageTile = memo(function ImageTile(props: Props) {
  const { image, number, isSelected, isChosen, activity } = props;
  const { clickTile, applySelection, openDialog, openPreview } = usePage();
  const isReplacing = usePageState(({ replacing }) => replacing[image.id] !== undefined);
  const showFeedback = () => openDialog(image.id, 'feedback');
  const tile = useRef<HTMLDivElement>(null);
  const isMobile = useIsMobile();
  const mayEdit = useCan('review.edit');
  // When keys move the selection to this tile, the focus follows.
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
        {/* Not a `button`, because Firefox cannot drag buttons. */}
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
            title={isMobile ? undefined : withShortcut('Select', MOMENT_SHORTCUTS.choose)}
            tabIndex={isSelected ? 0 : -1}
            className={`centered ${styles['check']}`}
            onClick={({ shiftKey }) => applySelection({ type: shiftKey ? 'extend' : 'toggle', id: image.id })}
          >
            <CheckIcon size={14} />
          </button>
        )}
        {!isMobile && <StatusMark image={image} onFeedback={showFeedback} isSelected={isSelected} />}
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
        <TileStatusLine {...props} />
        <WarningLine photo={image} />
      </div>
    </article>
  );
});

/** The status line of a tile; the most urgent state wins. */
function TileStatusLine({ image, number, noLongerMatches, activity, isFailed }: Props) {
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
  return <span className={line}>{STATUS_LINES[image.status]}</span>;
}

const STATUS_LINES = { pending: 'Not decided yet', approved: 'Approved', rejected: 'Rejected' };

interface StateMarkProps {
  image: ImageView;
  isSelected: boolean;
  onFeedback: () => void;
}

/** The status as an icon in the corner of the photo. For a rejected image it is a button that shows the feedback. */
function StatusMark({ image: { status }, isSelected, onFeedback }: StateMarkProps) {
  const className = `centered disc ${styles['mark']} ${styles[status]}`;
  if (status !== 'rejected') {
    return (
      <span className={className}>{status === 'approved' ? <CheckIcon size={14} /> : <ClockIcon size={14} />}</span>
    );
  }
  return (
    <button type="button" className={className} tabIndex={isSelected ? 0 : -1} onClick={onFeedback}>
      <CrossIcon size={14} />
      <span className="visually-hidden">Rejected</span>
    </button>
  );
}
