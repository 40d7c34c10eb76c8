import type { OptimizationListItem } from '@gmb-moments/backend/contract/optimizations';
import { OPTIMIZATION_STEPS, SECTIONS } from '@gmb-moments/backend/contract/statuses';
import { Button } from 'antd';
import { SendIcon } from '../../ui/icons';
import { LinkButton } from '../../ui/link-button';
import { RecordInitial } from '../../ui/record-initial';
import { CardFacts, RecordCard } from '../../ui/record-card';
import { Clamped, Named, RowActions, RowLink, type RowLayout } from '../../ui/record-rows';
import { RelativeTime } from '../../ui/relative-time';
import { StatusTag } from '../../ui/status-tag';
import { useDialogs } from '../../records/dialogs';
import { COPY_TOASTS_IN_LISTS } from '../../records/open-link';
import { sharedReview } from '../../records/sharing';
import { DueDateInList } from '../../ui/due-date';
import { wizardDrafts, wizardPath } from './wizard-drafts';
import { useMay } from '../../records/permissions';

/** Layout of a list of optimizations. */
export const OPTIMIZATION_ROWS: RowLayout<OptimizationListItem> = {
  label: 'GMB optimizations',
  columns: [
    {
      title: 'Client',
      width: ['minmax(150px, 3fr)', 'minmax(130px, 3fr)', 'minmax(72px, 3fr)'],
      render: ({ client }) => (
        <Named mark={<RecordInitial name={client.business} />} isFolded>
          <Clamped>{client.business}</Clamped>
        </Named>
      ),
    },
    {
      title: 'GMB Business Name',
      width: ['minmax(150px, 4fr)', 'minmax(130px, 4fr)', 'minmax(96px, 4fr)'],
      render: (optimization) => (
        <Clamped>
          <RowLink to={pathOf(optimization)}>{optimization.businessName}</RowLink>
        </Clamped>
      ),
    },
    {
      title: 'Created',
      width: ['120px', '120px', '84px'],
      isQuiet: true,
      render: (optimization) => (
        <>
          <RelativeTime date={optimization.createdAt} />
          <SharedCell {...optimization} />
        </>
      ),
    },
    {
      title: 'Status',
      width: ['116px', '116px', '108px'],
      render: (optimization) => (
        <>
          <StatusTag status={optimization.status} />
          <DueDateInList {...optimization} />
        </>
      ),
    },
    {
      title: 'Progress',
      width: ['150px', '132px', '100px'],
      render: (optimization) => <OptimizationProgress {...optimization} />,
    },
    {
      title: 'Actions',
      width: '116px',
      align: 'end',
      render: (optimization) => <OpenButton optimization={optimization} />,
    },
  ],
  card: (optimization) => (
    <RecordCard
      to={pathOf(optimization)}
      title={optimization.businessName}
      status={optimization.status}
      subtitle={optimization.client.business}
      cover={<RecordInitial name={optimization.client.business} />}
      action={<OpenButton optimization={optimization} size="middle" />}
    >
      <CardFacts>
        <OptimizationProgress {...optimization} />
        <RelativeTime date={optimization.createdAt} />
        <SharedCell {...optimization} />
        <DueDateInList {...optimization} />
      </CardFacts>
    </RecordCard>
  ),
};

/** Layout for a client's page: without the column for the client. */
export const OPTIMIZATION_ROWS_OF_CLIENT: RowLayout<OptimizationListItem> = {
  ...OPTIMIZATION_ROWS,
  columns: OPTIMIZATION_ROWS.columns.filter(({ title }) => title !== 'Client'),
};

/** Path of the wizard if this browser has the optimization's draft, otherwise of its page. */
function pathOf({ id, status }: OptimizationListItem): string {
  return status !== 'completed' && wizardDrafts.has(id) ? wizardPath(id) : `/gmb-optimizations/${id}`;
}

/** The button Continue for a draft, otherwise View. */
function OpenButton({
  optimization,
  size = 'small',
}: {
  optimization: OptimizationListItem;
  size?: 'small' | 'middle';
}) {
  const { share } = useDialogs();
  const may = useMay();
  const { id, businessName, status, currentStep, client } = optimization;
  const shared = sharedReview(
    { path: 'gmb-optimizations', id },
    { title: businessName, client, count: SECTIONS.length },
  );
  const word = status === 'completed' || !may('review.edit') ? 'View' : 'Continue';
  return (
    <RowActions>
      {may('review.share') && status !== 'draft' && currentStep === OPTIMIZATION_STEPS.length && (
        <Button
          icon={<SendIcon />}
          type="text"
          size={size}
          aria-label={`Share ${businessName}`}
          title="Share"
          onClick={() => share({ shared, copyToasts: COPY_TOASTS_IN_LISTS })}
        />
      )}
      <LinkButton size={size} to={pathOf(optimization)} aria-label={`${word} ${businessName}`}>
        {word}
      </LinkButton>
    </RowActions>
  );
}

/** Whether the link was opened by the client, or at least shared. */
function SharedCell({ sharedAt, openedAt }: Pick<OptimizationListItem, 'sharedAt' | 'openedAt'>) {
  if (!sharedAt && !openedAt) return null;
  return (
    <span className="note block">
      {openedAt ? 'Opened' : 'Shared'} <RelativeTime date={openedAt ?? sharedAt} />
    </span>
  );
}

/** The current step of an optimization, of five. */
export function OptimizationProgress({ status, currentStep }: Pick<OptimizationListItem, 'status' | 'currentStep'>) {
  if (status === 'completed') return <span className="approved">✓ Complete</span>;
  return (
    <span>{`Step ${currentStep}/${OPTIMIZATION_STEPS.length}: ${OPTIMIZATION_STEPS[currentStep - 1] ?? ''}`}</span>
  );
}
