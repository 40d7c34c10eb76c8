import type { NotificationView } from '@gmb-moments/backend/contract/notifications';
import { SECTION_NAMES } from '@gmb-moments/backend/contract/statuses';
import { Link } from 'react-router-dom';
import { pathOfNotification } from '../../records/notifications';
import { Cover } from '../../ui/cover';
import { ArrowRightIcon, CheckIcon, CrossIcon, EyeIcon, SparklesIcon, WarningIcon } from '../../ui/icons';
import { LinkButton } from '../../ui/link-button';
import { detailsOf, Sentence, timeOf } from './notification-words';
import styles from './notifications.module.css';
import { countText } from '../../lib/count-text';

interface EntryProps {
  entry: NotificationView;
  /** Called when one of its links is clicked. */
  onOpen: () => void;
}

/** A notification: a link to its page, the client's feedback with links to the photos, and actions. */
export function NotificationEntry({ entry, onOpen }: EntryProps) {
  const { id, kind, isRead, momentId, coverUrl, words, unanswered, rejected } = entry;
  return (
    <article className={`flex relative gap-12 ${styles.entry} ${isRead ? styles.read : ''}`}>
      <span className={`no-shrink relative ${styles.cover}`} aria-hidden>
        {momentId ? (
          <Cover url={coverUrl} />
        ) : (
          <span className={`centered faint sunken ${styles.mark}`}>
            <SparklesIcon />
          </span>
        )}
        <StateBadge entry={entry} />
      </span>
      <div className="column grow top anywhere gap-2">
        <Link
          data-entry={id}
          to={pathOfNotification(entry, kind === 'failed' ? { status: 'failed' } : {})}
          className={styles.sentence}
          onClick={onOpen}
        >
          {!isRead && <span className="visually-hidden nowrap">Unread: </span>}
          <Sentence entry={entry} />
        </Link>
        <span className={`muted small ${styles.details}`}>{detailsOf(entry)}</span>
        {words.length > 0 && (
          <ul className={`raised box divided ${styles.words}`}>
            {words.map((word) => (
              <li key={word.imageId ?? word.section}>
                <Link to={pathOfNotification(entry, { image: word.imageId })} className="row gap-10" onClick={onOpen}>
                  {word.imageId && <Cover url={word.thumbnailUrl} />}
                  <q dir="auto" className="fill clamp">
                    {word.feedback}
                  </q>
                  <span className="no-shrink muted small">
                    {word.section ? SECTION_NAMES[word.section] : word.position && `#${word.position}`}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        {rejected > words.length && (
          <span className={`muted small ${styles.details}`}>and {rejected - words.length} more</span>
        )}
        {unanswered > 0 && (
          <LinkButton
            size="small"
            className={styles.answer ?? ''}
            to={pathOfNotification(entry, { status: 'rejected', image: words.at(-1)?.imageId ?? null })}
            onFollow={onOpen}
          >
            Answer {countText(unanswered, 'rejection')} <ArrowRightIcon size={14} />
          </LinkButton>
        )}
      </div>
      <time dateTime={entry.at} className={`muted small nowrap ${styles.time}`}>
        {timeOf(entry.at)}
      </time>
      {!isRead && <span className={`dot ${styles.dot}`} aria-hidden />}
    </article>
  );
}

/** The status that the notification is about, over the cover. */
function StateBadge({ entry }: { entry: NotificationView }) {
  const [state, Icon] = badgeOf(entry);
  return (
    <span className={`centered disc dot-${state} ${styles.badge}`}>
      <Icon size={10} strokeWidth={2.5} />
    </span>
  );
}

function badgeOf({ kind, rejected }: NotificationView) {
  if (kind === 'failed' || kind === 'locked') return ['pending', WarningIcon] as const;
  if (kind === 'opened') return ['neutral', EyeIcon] as const;
  return rejected > 0 ? (['rejected', CrossIcon] as const) : (['approved', CheckIcon] as const);
}
