import type { OptimizationListItem } from '@gmb-moments/backend/contract/optimizations';
import { OPTIMIZATION_STEPS } from '@gmb-moments/backend/contract/statuses';
import { Grid } from 'antd';
import { LinkButton } from '../../ui/link-button';
import { Mark } from '../../ui/mark';
import { CardList, RecordCard } from '../../ui/record-card';
import { RecordRows, RowActions, RowLink, type RowColumn } from '../../ui/record-rows';
import { RelativeTime } from '../../ui/relative-time';
import { StatusTag } from '../../ui/status-tag';
import styles from './optimization-rows.module.css';
import { wizardDrafts, wizardPath } from './wizard-drafts';

interface OptimizationRowsProps {
  optimizations: OptimizationListItem[];
  /** Whether all belong to the client that the page is about. */
  isOfOneClient?: boolean;
  isStale?: boolean;
}

/** Optimizations as rows, or as cards where rows have no room. */
export function OptimizationRows({ optimizations, isOfOneClient = false, isStale = false }: OptimizationRowsProps) {
  // Beside the sidebar, rows need more room than a tablet has.
  const { lg: hasRoom = true } = Grid.useBreakpoint();
  if (!hasRoom) {
    return (
      <CardList label="GMB optimizations" items={optimizations} isStale={isStale}>
        {(optimization) => <OptimizationCard optimization={optimization} />}
      </CardList>
    );
  }
  return (
    <RecordRows
      label="GMB optimizations"
      className={`${styles['rows']} ${isOfOneClient ? styles['ofOneClient'] : ''}`}
      columns={isOfOneClient ? COLUMNS.slice(1) : COLUMNS}
      items={optimizations}
      isStale={isStale}
    />
  );
}

const COLUMNS: RowColumn<OptimizationListItem>[] = [
  {
    key: 'client',
    title: 'Client',
    render: ({ client }) => (
      <span className={styles['client']}>
        <Mark name={client.business} />
        <span className={styles['text']}>{client.business}</span>
      </span>
    ),
  },
  {
    key: 'businessName',
    title: 'GMB Business Name',
    render: (optimization) => (
      <span className={styles['text']}>
        <RowLink to={pathOf(optimization)}>{optimization.businessName}</RowLink>
      </span>
    ),
  },
  {
    key: 'createdAt',
    title: 'Created',
    className: styles['quiet'],
    render: (optimization) => (
      <>
        <RelativeTime date={optimization.createdAt} />
        <Shared {...optimization} />
      </>
    ),
  },
  { key: 'status', title: 'Status', render: ({ status }) => <StatusTag status={status} /> },
  { key: 'progress', title: 'Progress', render: (optimization) => <OptimizationProgress {...optimization} /> },
  { key: 'open', title: 'Actions', align: 'end', render: (optimization) => <OpenButton optimization={optimization} /> },
];

function OptimizationCard({ optimization }: { optimization: OptimizationListItem }) {
  return (
    <RecordCard
      to={pathOf(optimization)}
      title={optimization.businessName}
      status={optimization.status}
      subtitle={optimization.client.business}
      cover={<Mark name={optimization.client.business} />}
      action={<OpenButton optimization={optimization} size="middle" />}
    >
      <span className={styles['facts']}>
        <OptimizationProgress {...optimization} />
        <RelativeTime date={optimization.createdAt} />
        <Shared {...optimization} />
      </span>
    </RecordCard>
  );
}

/** The wizard of an optimization while this browser holds its draft, otherwise its page. */
function pathOf({ id, status }: OptimizationListItem): string {
  return status !== 'completed' && wizardDrafts.has(id) ? wizardPath(id) : `/gmb-optimizations/${id}`;
}

/** Continue or View, by the optimization's status. */
function OpenButton({
  optimization,
  size = 'small',
}: {
  optimization: OptimizationListItem;
  size?: 'small' | 'middle';
}) {
  const word = optimization.status === 'completed' ? 'View' : 'Continue';
  return (
    <RowActions>
      <LinkButton size={size} to={pathOf(optimization)} aria-label={`${word} ${optimization.businessName}`}>
        {word}
      </LinkButton>
    </RowActions>
  );
}

/** How far its link got: opened by the client, or at least shared. */
function Shared({ sharedAt, openedAt }: Pick<OptimizationListItem, 'sharedAt' | 'openedAt'>) {
  if (!sharedAt && !openedAt) return null;
  return (
    <span className={styles['shared']}>
      {openedAt ? 'Opened' : 'Shared'} <RelativeTime date={openedAt ?? sharedAt} />
    </span>
  );
}

/** Which of its five steps an optimization has reached. */
export function OptimizationProgress({ status, currentStep }: Pick<OptimizationListItem, 'status' | 'currentStep'>) {
  if (status === 'completed') return <span className={styles['complete']}>✓ Complete</span>;
  return (
    <span>{`Step ${currentStep}/${OPTIMIZATION_STEPS.length}: ${OPTIMIZATION_STEPS[currentStep - 1] ?? ''}`}</span>
  );
}
