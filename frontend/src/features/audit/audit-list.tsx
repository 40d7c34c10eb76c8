import { AUDIT, type AuditEntryView } from '@gmb-moments/backend/contract/audit';
import { auditActor, auditChanges, auditSentence } from '@gmb-moments/backend/contract/audit-words';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { Link } from 'react-router-dom';
import { reasonOf } from '../../lib/http';
import { auditQuery, byDay, targetPath } from '../../records/audit';
import { dayInWords } from '../../ui/due-date';
import { EmptyState, Loading, QueryView } from '../../ui/placeholders';
import type { AuditFilterState } from './audit-filters';
import styles from './audit.module.css';

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** The entries of the audit log by day, the newest first, and a button for older ones. */
export function AuditList({ state: { filters, isFiltered, clear } }: { state: AuditFilterState }) {
  const query = useInfiniteQuery(auditQuery(filters));
  return (
    <QueryView
      query={query}
      failed="The audit log could not be loaded"
      loading={
        <Loading label="Loading the audit log">
          <Skeleton active title={false} paragraph={{ rows: 10 }} style={{ paddingBlock: 12 }} />
        </Loading>
      }
    >
      {({ pages }) => {
        const days = byDay(pages.flatMap(({ entries }) => entries));
        if (days.length === 0) return <NoEntries isFiltered={isFiltered} onClear={clear} />;
        return (
          <div className="column gap-24">
            {days.map(({ day, entries }) => (
              <section key={day} aria-label={dayInWords(day)}>
                <h2 className={`label underlined ${styles['day']}`}>{dayInWords(day)}</h2>
                <ul>
                  {entries.map((entry) => (
                    <Entry key={entry.id} entry={entry} />
                  ))}
                </ul>
              </section>
            ))}
            {query.hasNextPage && (
              <div className="row wrap gap-12">
                <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Show Older Entries
                </Button>
                {query.isFetchNextPageError && (
                  <span role="alert" className="rejected">
                    {reasonOf(query.error)}
                  </span>
                )}
              </div>
            )}
          </div>
        );
      }}
    </QueryView>
  );
}

function NoEntries({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) return <EmptyState text="No entries yet" hint="What your team does from now on appears here." />;
  return (
    <EmptyState
      text="No entries found"
      hint="Nothing matches the search and the filters."
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  );
}

function Entry({ entry }: { entry: AuditEntryView }) {
  const { at, action } = entry;
  const { before, after } = auditSentence(entry);
  const changes = auditChanges(entry);
  return (
    <li className={`underlined ${styles['entry']}`}>
      <time dateTime={at} title={FULL.format(new Date(at))} className={`muted small numbers ${styles['time']}`}>
        {TIME.format(new Date(at))}
      </time>
      <div className="shrink anywhere">
        <bdi className="strong">{auditActor(entry)}</bdi>{' '}
        <span className={AUDIT[action].isRed && 'rejected'}>{before.trimEnd()}</span>
        {after !== null && (
          <>
            {' '}
            <Target entry={entry} />
            {after}
          </>
        )}
        {changes.length > 0 && (
          <ul className="muted note">
            {changes.map((change) => (
              <li key={change} dir="auto">
                {change}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

function Target({ entry }: { entry: AuditEntryView }) {
  const path = targetPath(entry);
  const name = <bdi>{entry.target.name}</bdi>;
  return path ? (
    <Link to={path} className={styles['target']}>
      {name}
    </Link>
  ) : (
    <span className="medium">{name}</span>
  );
}
