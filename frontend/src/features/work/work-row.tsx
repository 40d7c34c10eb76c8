import { SECTION_NAMES, type Section } from '@gmb-moments/backend/contract/statuses';
import type { WorkItem, WorkKind } from '@gmb-moments/backend/contract/work';
import { Link } from 'react-router-dom';
import { Cover } from '../../ui/cover';
import { SparklesIcon } from '../../ui/icons';
import { RelativeTime } from '../../ui/relative-time';
import { WorkAction } from './work-action';
import { DueDate } from '../../ui/due-date';
import { pathOfWork, reviewOfWork } from '../../records/work';
import stretched from '../../ui/stretched-link.module.css';
import styles from './work.module.css';
import { countText } from '../../lib/count-text';

const TONES: Record<WorkKind, 'rejected' | 'pending' | 'neutral'> = {
  'moment.feedback': 'rejected',
  'optimization.feedback': 'rejected',
  'captions.failed': 'pending',
  'optimization.unwritten': 'pending',
  'moment.undelivered': 'neutral',
  'moment.unshared': 'neutral',
  'optimization.unshared': 'neutral',
  'moment.unopened': 'neutral',
  'optimization.unopened': 'neutral',
  'moment.overdue': 'pending',
  'optimization.overdue': 'pending',
};

/** A row of work: a link to the item, the reason for waiting, and the action. */
export function WorkRow({ item, first }: { item: WorkItem; first: boolean }) {
  const { kind, title, client, coverUrl, at, words, daysLeft } = item;
  const isOptimization = reviewOfWork(item).path === 'gmb-optimizations';
  return (
    <article className={`row gap-14 ${stretched.row} ${styles['row']}`}>
      {isOptimization ? (
        <span className={`centered no-shrink faint sunken ${styles['mark']}`} aria-hidden>
          <SparklesIcon />
        </span>
      ) : (
        <Cover url={coverUrl} size="card" />
      )}
      <div className={`column grow anywhere gap-2 ${styles['texts']}`}>
        <Link to={pathOfWork(item)} className={`row gap-8 ${stretched.link}`}>
          <span className={`no-shrink dot dot-${TONES[kind]} ${styles['dot']}`} aria-hidden />
          {reasonText(item)}
        </Link>
        <span className="muted">
          <bdi>{isOptimization ? client.business : title}</bdi> ·{' '}
          {isOptimization ? 'GMB Optimization' : <bdi>{client.business}</bdi>} · <RelativeTime date={at} />
          {daysLeft !== null && (
            <>
              {' · '}
              <DueDate {...item} />
            </>
          )}
        </span>
        <Words kind={kind} words={words} />
      </div>
      <WorkAction item={item} first={first} />
    </article>
  );
}

function Words({ kind, words }: Pick<WorkItem, 'kind' | 'words'>) {
  if (!words) return null;
  if (kind === 'captions.failed' || kind === 'optimization.unwritten')
    return (
      <span dir="auto" className="clamp muted">
        {words}
      </span>
    );
  return (
    <q dir="auto" className={`clamp rejected ${styles['feedback']}`}>
      {words}
    </q>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

function joinSections(sections: Section[]): string {
  return sections.length === 1 ? SECTION_NAMES[sections[0]!] : `${sections.length} sections`;
}

function reasonText({ kind, count, sections, at }: WorkItem): string {
  switch (kind) {
    case 'moment.feedback':
      return `Answer feedback on ${countText(count, 'photo')}`;
    case 'optimization.feedback':
      return `Answer feedback on ${joinSections(sections)}`;
    case 'optimization.unwritten':
      return `No suggestion for ${joinSections(sections)}`;
    case 'captions.failed':
      return `${countText(count, 'caption')} failed`;
    case 'moment.undelivered':
      return `Approved, not delivered: ${countText(count, 'photo')}`;
    case 'moment.unshared':
    case 'optimization.unshared':
      return 'Ready to share';
    case 'moment.unopened':
    case 'optimization.unopened':
      return `Not opened for ${Math.floor((Date.now() - Date.parse(at)) / DAY_MS)} days`;
    case 'moment.overdue':
      return `Not decided: ${countText(count, 'photo')}`;
    case 'optimization.overdue':
      return `Not decided: ${joinSections(sections)}`;
  }
}
