import type { NotificationView } from '@gmb-moments/backend/contract/notifications';
import { SECTION_NAMES } from '@gmb-moments/backend/contract/statuses';
import { Link } from 'react-router-dom';
import { pathOfNotification } from '../../records/notifications';
import { Cover } from '../../ui/cover';
import { ArrowRightIcon, CheckIcon, CrossIcon, EyeIcon, SparklesIcon, WarningIcon } from '../../ui/icons';
import { LinkButton } from '../../ui/link-button';
import { detailsOf, Sentence, timeOf } from './notification-words';
import styles from './notifications.module.css';

interface EntryProps {
  entry: NotificationView;
  /** Called as one of its links is followed. */
  onOpen: () => void;
}

/** One notification: a link to what it is about, the client's words with a link to each photo, and what to do. */
export function NotificationEntry({ entry, onOpen }: EntryProps) {
  const { id, kind, isRead, momentId, coverUrl, words, unanswered, rejected } = entry;
  return (
    <article className={`${styles.entry} ${isRead ? styles.read : ''}`}>
      <span className={styles.cover} aria-hidden>
        {momentId ? (
          <Cover url={coverUrl} />
        ) : (
          <span className={styles.mark}>
            <SparklesIcon />
          </span>
        )}
        <StateBadge entry={entry} />
      </span>
      <div className={styles.texts}>
        <Link
          data-entry={id}
          to={pathOfNotification(entry, kind === 'failed' ? { status: 'failed' } : {})}
          className={styles.sentence}
          onClick={onOpen}
        >
          {!isRead && <span className={styles.hidden}>Unread: </span>}
          <Sentence entry={entry} />
        </Link>
        <span className={styles.details}>{detailsOf(entry)}</span>
        {words.length > 0 && (
          <ul className={styles.words}>
            {words.map((word) => (
              <li key={word.imageId ?? word.section}>
                <Link to={pathOfNotification(entry, { image: word.imageId })} onClick={onOpen}>
                  {word.imageId && <Cover url={word.thumbnailUrl} />}
                  <q dir="auto">{word.feedback}</q>
                  <span className={styles.place}>
                    {word.section ? SECTION_NAMES[word.section] : word.position && `#${word.position}`}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        {rejected > words.length && <span className={styles.details}>and {rejected - words.length} more</span>}
        {unanswered > 0 && (
          <LinkButton
            size="small"
            className={styles.answer ?? ''}
            to={pathOfNotification(entry, { status: 'rejected', image: words.at(-1)?.imageId ?? null })}
            onFollow={onOpen}
          >
            Answer {unanswered === 1 ? '1 rejection' : `${unanswered} rejections`} <ArrowRightIcon size={14} />
          </LinkButton>
        )}
      </div>
      <time dateTime={entry.at} className={styles.time}>
        {timeOf(entry.at)}
      </time>
      {!isRead && <span className={styles.dot} aria-hidden />}
    </article>
  );
}

/** The state that it tells of, over the cover. */
function StateBadge({ entry: { kind, rejected } }: { entry: NotificationView }) {
  const [state, Icon] =
    kind === 'failed'
      ? (['pending', WarningIcon] as const)
      : kind === 'opened'
        ? (['neutral', EyeIcon] as const)
        : rejected > 0
          ? (['rejected', CrossIcon] as const)
          : (['approved', CheckIcon] as const);
  return (
    <span className={`${styles.badge} ${styles[state]}`}>
      <Icon size={10} strokeWidth={2.5} />
    </span>
  );
}
