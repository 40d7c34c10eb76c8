import { HISTORY, type HistoryEntry } from '@gmb-moments/backend/contract/history';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { QueryView } from '../../ui/placeholders';
import { RelativeTime } from '../../ui/relative-time';
import { recentHistoryQuery } from '../../records/history';
import { sentenceOf } from '../../records/history-words';
import type { ReviewRef } from '../../records/reviews';
import styles from './sharing-pane.module.css';

const SHOWN_MAX = 20;

/** The events about links, newest first: sent, opened, decided, revoked. */
export function SharingTimeline({ review }: { review: ReviewRef }) {
  return (
    <>
      <div className={`flex between muted small sunken ${styles['band']}`}>
        <h3 className="small medium">Timeline</h3>
      </div>
      <QueryView
        query={useQuery(recentHistoryQuery(review))}
        failed="The timeline could not be loaded"
        loading={<Skeleton active title={false} paragraph={{ rows: 4 }} className={styles['skeleton']} />}
      >
        {(entries) => <Entries lines={timelineOf(entries).slice(0, SHOWN_MAX)} />}
      </QueryView>
    </>
  );
}

function Entries({ lines }: { lines: TimelineLine[] }) {
  if (lines.length === 0) return <p className={`muted ${styles['part']}`}>Nothing was shared yet.</p>;
  return (
    <ol className={`grid gap-10 ${styles['timeline']}`}>
      {lines.map(({ id, text, at }) => (
        <li className="flex between gap-12" key={id}>
          <span dir="auto" className="shrink anywhere">
            {text}
          </span>
          <span className="no-shrink muted small">
            <RelativeTime date={at} />
          </span>
        </li>
      ))}
    </ol>
  );
}

interface TimelineLine {
  id: string;
  text: string;
  at: string;
}

/** Decisions of one person are merged into one line unless there is a longer pause between them. */
const MERGE_MS = 30 * 60_000;

/**
 * The lines of the timeline: history entries about sharing, with the decisions of one person merged.
 * @param entries newest first
 */
export function timelineOf(entries: HistoryEntry[]): TimelineLine[] {
  const lines: TimelineLine[] = [];
  let sitting: { line: TimelineLine; actor: string; began: number; approved: number; rejected: number } | null = null;
  for (const entry of entries) {
    const { category, verdict } = HISTORY[entry.action];
    if (verdict && entry.actor === 'visitor') {
      const actor = entry.actorName ?? 'Client';
      const at = Date.parse(entry.at);
      if (!sitting || sitting.actor !== actor || sitting.began - at > MERGE_MS) {
        sitting = { line: { id: entry.id, text: '', at: entry.at }, actor, began: at, approved: 0, rejected: 0 };
        lines.push(sitting.line);
      }
      sitting[verdict] += 1;
      sitting.began = at;
      const { approved, rejected } = sitting;
      const counts = [approved > 0 && `approved ${approved}`, rejected > 0 && `rejected ${rejected}`].filter(Boolean);
      sitting.line.text = `${actor} ${counts.join(', ')}`;
    } else if (['sharing', 'visit', 'done'].includes(category)) {
      lines.push({ id: entry.id, text: sentenceOf(entry), at: entry.at });
    }
  }
  return lines;
}
