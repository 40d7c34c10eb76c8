import { HISTORY } from '@gmb-moments/backend/contract/history';
import type { MomentListItem } from '@gmb-moments/backend/contract/moments';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Cover } from '../../ui/cover';
import { SendIcon } from '../../ui/icons';
import { LinkButton } from '../../ui/link-button';
import { CardFacts, RecordCard } from '../../ui/record-card';
import { Clamped, Named, RowActions, RowLink, TwoLines, type RowLayout } from '../../ui/record-rows';
import { RelativeTime } from '../../ui/relative-time';
import { StatusTag } from '../../ui/status-tag';
import styles from './moment-rows.module.css';
import { ProgressBar } from '../../ui/progress-bar';
import { useDialogs } from '../../records/dialogs';
import { COPY_TOASTS_IN_LISTS } from '../../records/open-link';
import { sharedReview } from '../../records/sharing';
import { DueDateInList } from '../../ui/due-date';
import { countText } from '../../lib/count-text';
import { useCan } from '../../records/permissions';

/** Layout of a list of moments. */
export const MOMENT_ROWS: RowLayout<MomentListItem> = {
  label: 'Moments',
  columns: [
    {
      title: 'Title',
      width: ['minmax(164px, 5fr)', 'minmax(140px, 5fr)', 'minmax(124px, 5fr)'],
      sort: 'title',
      render: ({ id, title, coverUrl }) => (
        <Named mark={<Cover url={coverUrl} />}>
          <Clamped>
            <RowLink to={`/moments/${id}`}>{title}</RowLink>
          </Clamped>
        </Named>
      ),
    },
    {
      title: 'Business',
      width: ['minmax(100px, 3fr)', 'minmax(80px, 3fr)', 'minmax(72px, 3fr)'],
      isQuiet: true,
      render: ({ client }) => <Clamped>{client.business}</Clamped>,
    },
    { title: 'Images', width: ['196px', '120px', '80px'], render: (moment) => <MomentProgress moment={moment} /> },
    {
      title: 'Status',
      width: ['116px', '112px', '108px'],
      render: (moment) => (
        <>
          <StatusTag status={moment.status} />
          <DueDateInList {...moment} />
        </>
      ),
    },
    {
      title: 'Last activity',
      width: ['minmax(140px, 3fr)', 'minmax(112px, 3fr)', null],
      isQuiet: true,
      render: (moment) => (
        <TwoLines first={<MomentActivity moment={moment} />} second={<RelativeTime date={moment.lastActivity.at} />} />
      ),
    },
    {
      title: 'Created',
      width: ['108px', '100px', '84px'],
      sort: 'createdAt',
      isQuiet: true,
      render: ({ createdAt }) => <RelativeTime date={createdAt} />,
    },
    {
      title: 'View',
      width: '84px',
      align: 'end',
      render: (moment) => (
        <RowActions>
          <ShareButton moment={moment} />
          <LinkButton size="small" to={`/moments/${moment.id}`} aria-label={`View ${moment.title}`}>
            View
          </LinkButton>
        </RowActions>
      ),
    },
  ],
  nameOf: ({ title }) => title,
  card: (moment, select) => <MomentCard moment={moment} business={moment.client.business} select={select} />,
};

/** Layout for a client's page: without the column Business, not sortable. */
export const MOMENT_ROWS_OF_CLIENT: RowLayout<MomentListItem> = {
  label: 'Moments',
  columns: MOMENT_ROWS.columns.filter(({ title }) => title !== 'Business').map(({ sort: _sort, ...column }) => column),
  card: (moment) => <MomentCard moment={moment} />,
};

interface CardProps {
  moment: MomentListItem;
  business?: string;
  select?: ReactNode;
}

function MomentCard({ moment, business, select }: CardProps) {
  const { id, title, status, imageCount, createdAt, coverUrl } = moment;
  return (
    <RecordCard
      to={`/moments/${id}`}
      title={title}
      status={status}
      subtitle={business}
      cover={<Cover url={coverUrl} size="card" />}
      action={
        (select || canShare(moment)) && (
          <div className="row between gap-8">
            {select}
            <ShareButton moment={moment} text="Share" />
          </div>
        )
      }
    >
      <MomentProgress moment={moment} />
      <CardFacts>
        <span>
          {countText(imageCount, 'image')} · <RelativeTime date={createdAt} />
        </span>
        <MomentActivity moment={moment} />
        <DueDateInList {...moment} />
      </CardFacts>
    </RecordCard>
  );
}

/** Not drafts: they are shared from their page, which warns about missing captions. */
function canShare({ status, imageCount }: MomentListItem): boolean {
  return status !== 'draft' && imageCount > 0;
}

function ShareButton({ moment, text }: { moment: MomentListItem; text?: string }) {
  const { share } = useDialogs();
  const mayShare = useCan('review.share');
  if (!mayShare || !canShare(moment)) return null;
  const { id, title, client, imageCount } = moment;
  const shared = sharedReview({ path: 'moments', id }, { title, client, count: imageCount });
  return (
    <Button
      icon={<SendIcon />}
      type="text"
      size="small"
      aria-label={`Share ${title}`}
      title="Share"
      onClick={() => share({ shared, copyToasts: COPY_TOASTS_IN_LISTS })}
    >
      {text}
    </Button>
  );
}

type Counts = Pick<MomentListItem, 'imageCount' | 'approvedCount' | 'rejectedCount' | 'run'>;

/** The number of approved images; during a run, the number of generated captions. */
function MomentProgress({ moment: { imageCount, approvedCount, rejectedCount, run } }: { moment: Counts }) {
  if (run) {
    const ended = run.done + run.failed;
    return (
      <span className={`row gap-10 ${styles['progress']}`}>
        <ProgressBar total={run.total} parts={[{ tone: 'ai', count: ended }]} />
        <span className={`no-shrink numbers ${styles['generating']}`}>{`Generating ${ended}/${run.total}...`}</span>
      </span>
    );
  }
  if (imageCount === 0) return <span className="faint">No images</span>;
  const rejected = rejectedCount > 0 ? `, ${rejectedCount} rejected` : '';
  return (
    <span
      className={`row gap-10 ${styles['progress']}`}
      title={`${approvedCount} of ${imageCount} approved${rejected}`}
    >
      <ProgressBar
        total={imageCount}
        parts={[
          { tone: 'approved', count: approvedCount },
          { tone: 'rejected', count: rejectedCount },
        ]}
      />
      <span className={`no-shrink muted numbers ${styles['count']}`}>{`${approvedCount}/${imageCount}`}</span>
    </span>
  );
}

/** The last activity on a moment. */
function MomentActivity({ moment }: { moment: MomentListItem }) {
  const { verdict } = HISTORY[moment.lastActivity.action];
  if (verdict === 'rejected') return <span className="rejected">{activityText(moment)}</span>;
  return <>{activityText(moment)}</>;
}

function activityText({ lastActivity, status, rejectedCount, run, delivered }: MomentListItem): string {
  if (run) return 'Captions are being written';
  const { category, verdict, asLastActivity = 'Changed' } = HISTORY[lastActivity.action];
  if (verdict === 'rejected') return `Feedback on ${countText(rejectedCount, 'image')}`;
  if (category === 'delivery' && delivered) return `Delivered by ${delivered.by}`;
  if (verdict === 'approved' && status === 'approved') return 'Approved by the client';
  return asLastActivity;
}
