import type { MomentListItem } from '@gmb-moments/backend/contract/moments';
import { Grid } from 'antd';
import { Cover } from '../../ui/cover';
import { LinkButton } from '../../ui/link-button';
import { CardList, RecordCard } from '../../ui/record-card';
import { RecordRows, RowActions, RowLink, TwoLines, type RowColumn } from '../../ui/record-rows';
import { RelativeTime } from '../../ui/relative-time';
import { StatusTag } from '../../ui/status-tag';
import type { MomentFilters } from './moment-filters';
import styles from './moment-rows.module.css';
import { ProgressBar } from '../../ui/progress-bar';
import { HISTORY_WORDS } from '../../records/history-words';

interface MomentRowsProps {
  moments: MomentListItem[];
  /** Where the order can be changed. */
  filters?: Pick<MomentFilters, 'params' | 'change'>;
  /** Whether all belong to the client that the page is about. */
  isOfOneClient?: boolean;
  isStale?: boolean;
}

/** Moments as rows, or as cards where rows have no room. */
export function MomentRows({ moments, filters, isOfOneClient = false, isStale = false }: MomentRowsProps) {
  // Beside the sidebar, rows need more room than a tablet has.
  const { lg: hasRoom = true } = Grid.useBreakpoint();
  if (!hasRoom) {
    return (
      <CardList label="Moments" items={moments} isStale={isStale}>
        {(moment) => <MomentCard moment={moment} isOfOneClient={isOfOneClient} />}
      </CardList>
    );
  }
  return (
    <RecordRows
      label="Moments"
      className={`${styles['rows']} ${isOfOneClient ? styles['ofOneClient'] : ''}`}
      columns={isOfOneClient ? COLUMNS_OF_ONE_CLIENT : COLUMNS}
      items={moments}
      sort={filters?.params.sort}
      onSort={(sort) => filters?.change({ sort })}
      isStale={isStale}
    />
  );
}

const COLUMNS: RowColumn<MomentListItem>[] = [
  {
    key: 'title',
    title: 'Title',
    sort: 'title',
    render: ({ id, title, coverUrl }) => (
      <span className={styles['name']}>
        <Cover url={coverUrl} />
        <span className={styles['title']}>
          <RowLink to={`/moments/${id}`}>{title}</RowLink>
        </span>
      </span>
    ),
  },
  {
    key: 'business',
    title: 'Business',
    render: ({ client }) => <span className={styles['business']}>{client.business}</span>,
  },
  { key: 'images', title: 'Images', render: (moment) => <MomentProgress moment={moment} /> },
  { key: 'status', title: 'Status', render: ({ status }) => <StatusTag status={status} /> },
  {
    key: 'activity',
    title: 'Last activity',
    className: styles['activity'],
    render: (moment) => (
      <TwoLines first={<MomentActivity moment={moment} />} second={<RelativeTime date={moment.lastActivity.at} />} />
    ),
  },
  {
    key: 'createdAt',
    title: 'Created',
    sort: 'createdAt',
    className: styles['created'],
    render: ({ createdAt }) => <RelativeTime date={createdAt} />,
  },
  {
    key: 'view',
    title: 'View',
    align: 'end',
    render: ({ id, title }) => (
      <RowActions>
        <LinkButton size="small" to={`/moments/${id}`} aria-label={`View ${title}`}>
          View
        </LinkButton>
      </RowActions>
    ),
  },
];

const COLUMNS_OF_ONE_CLIENT = COLUMNS.filter(({ key }) => key !== 'business').map(
  ({ sort: _sort, ...column }) => column,
);

function MomentCard({ moment, isOfOneClient }: { moment: MomentListItem; isOfOneClient: boolean }) {
  const { id, title, status, client, imageCount, createdAt, coverUrl } = moment;
  return (
    <RecordCard
      to={`/moments/${id}`}
      title={title}
      status={status}
      subtitle={isOfOneClient ? undefined : client.business}
      cover={<Cover url={coverUrl} size="card" />}
    >
      <MomentProgress moment={moment} />
      <span className={styles['facts']}>
        <span>
          {imageCount === 1 ? '1 image' : `${imageCount} images`} · <RelativeTime date={createdAt} />
        </span>
        <MomentActivity moment={moment} />
      </span>
    </RecordCard>
  );
}

type Counts = Pick<MomentListItem, 'imageCount' | 'approvedCount' | 'rejectedCount' | 'run'>;

/** How far a package is: how many of its images are approved, or captioned while captions are being generated. */
function MomentProgress({ moment: { imageCount, approvedCount, rejectedCount, run } }: { moment: Counts }) {
  if (run) {
    const ended = run.done + run.failed;
    return (
      <span className={styles['progress']}>
        <ProgressBar total={run.total} parts={[{ tone: 'ai', count: ended }]} />
        <span className={styles['generating']}>{`Generating ${ended}/${run.total}...`}</span>
      </span>
    );
  }
  if (imageCount === 0) return <span className={styles['none']}>No images</span>;
  const rejected = rejectedCount > 0 ? `, ${rejectedCount} rejected` : '';
  return (
    <span className={styles['progress']} title={`${approvedCount} of ${imageCount} approved${rejected}`}>
      <ProgressBar
        total={imageCount}
        parts={[
          { tone: 'approved', count: approvedCount },
          { tone: 'rejected', count: rejectedCount },
        ]}
      />
      <span className={styles['count']}>{`${approvedCount}/${imageCount}`}</span>
    </span>
  );
}

/** What happened to a moment last. */
function MomentActivity({ moment }: { moment: MomentListItem }) {
  const { action } = moment.lastActivity;
  if (action === 'image.rejected') return <span className={styles['feedback']}>{activityText(moment)}</span>;
  return <>{activityText(moment)}</>;
}

function activityText({ lastActivity, status, rejectedCount, run }: MomentListItem): string {
  if (run) return 'Captions are being written';
  if (lastActivity.action === 'image.rejected')
    return rejectedCount === 1 ? 'Feedback on 1 image' : `Feedback on ${rejectedCount} images`;
  if (lastActivity.action === 'image.approved' && status === 'approved') return 'Approved by the client';
  return HISTORY_WORDS[lastActivity.action].last ?? 'Changed';
}
