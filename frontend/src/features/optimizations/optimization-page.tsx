import type { OptimizationDetail, OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { approvalOf, SECTIONS, type Section } from '@gmb-moments/backend/contract/statuses';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { ConfirmDelete } from '../../ui/confirm-delete';
import { CompareIcon, HistoryIcon } from '../../ui/icons';
import { LinkButton } from '../../ui/link-button';
import { PageHeader } from '../../ui/page-header';
import { LoadFailed, Loading, Missing, QueryView } from '../../ui/placeholders';
import { StatusTag } from '../../ui/status-tag';
import { reasonOf } from '../../lib/http';
import { usePersistedChoice } from '../../lib/persisted-choice';
import { useLeaveGuard } from '../../ui/leave-guard';
import { deletionKey } from '../../lib/live-cache';
import type { Prefetch } from '../../lib/query-client';
import { useToastMutation } from '../../lib/toast-mutation';
import { useDialogs } from '../../records/dialogs';
import { DraftNotice, ThrottleNotice, WebsiteNote } from './optimization-notes';
import { OptimizationBar } from './optimization-bar';
import { deleteOptimization, optimizationLists, optimizationQuery } from '../../records/optimizations';
import { DueDateButton, DueDate } from '../../ui/due-date';
import { PreviewLink } from './optimization-sharing';
import { SaveBar } from './save-bar';
import styles from './optimization.module.css';
import { SectionCard } from './section-card';
import { SectionList } from './section-list';
import { useGeneration } from './use-generation';
import { useSectionEdits } from './use-section-edits';
import { wizardDrafts } from './wizard-drafts';
import { useCan } from '../../records/permissions';

/** Prefetches the first data of the page. */
export const prefetchOptimization: Prefetch = (client, { params: { id = '' } }) =>
  client.prefetchQuery(optimizationQuery(id));

/** The staff page of an optimization: the public link, and five sections to generate, edit and save. */
export function OptimizationPage() {
  const { id = '' } = useParams();
  const missing = (
    <Missing title="Optimization not found" action={<Link to="/gmb-optimizations">Back to GMB Optimizations</Link>} />
  );
  return (
    <QueryView
      query={useQuery(optimizationQuery(id))}
      failed="The optimization could not be loaded"
      loading={<OptimizationSkeleton />}
      missing={missing}
    >
      {(detail) => (detail.optimization && detail.client ? <Optimization key={id} detail={detail} /> : missing)}
    </QueryView>
  );
}

function Optimization({ detail }: { detail: OptimizationDetail }) {
  const { optimization } = detail;
  const edits = useSectionEdits(optimization);
  const generation = useGeneration(optimization);
  const { confirmLeave, leaveFreely, guard } = useLeaveGuard(() => edits.edited.length > 0);
  const { runs } = generation;
  const [changes, chooseChanges] = usePersistedChoice('optimization-changes', ['hidden', 'marked']);
  const unfolded = useUnfolded(optimization);
  return (
    <div data-panes className={`stack ${styles['panes']}`}>
      <SectionList
        statusOf={(section) => approvalOf(optimization, section)}
        onChoose={(section) => unfolded.set(section, true)}
      />
      <div className={`column shrink ${styles['work']}`}>
        <div className={styles['head']}>
          <PageHeader
            parent={{ title: 'GMB Optimization', path: '/gmb-optimizations' }}
            title={optimization.businessName}
            subtitle={<Subtitle detail={detail} />}
            actions={
              <Actions
                optimization={optimization}
                changes={{
                  isMarked: changes === 'marked',
                  mark: (marked) => chooseChanges(marked ? 'marked' : 'hidden'),
                }}
                leave={leaveFreely}
              />
            }
          />
          <PreviewLink detail={detail} />
          <div className={`grid gap-12 ${styles['notes']}`}>
            <DraftNotice optimization={optimization} />
            {runs.error && !runs.data && (
              <LoadFailed
                error={runs.error}
                onRetry={() => void runs.refetch()}
                title="What the AI is doing could not be loaded"
              />
            )}
            <ThrottleNotice optimization={optimization} />
            <WebsiteNote optimization={optimization} />
          </div>
        </div>
        {SECTIONS.map((section) => (
          <SectionCard
            key={section}
            section={section}
            detail={detail}
            edits={edits}
            generation={generation}
            showChanges={changes === 'marked'}
            isUnfolded={unfolded.has(section)}
            onFold={(open) => unfolded.set(section, open)}
          />
        ))}
        <div className={styles['bottom']}>
          {(edits.edited.length === 0 || generation.generation) && (
            <OptimizationBar detail={detail} generation={generation} />
          )}
          {edits.edited.length > 0 && <SaveBar edits={edits} onDiscard={() => confirmLeave(edits.discard)} />}
        </div>
      </div>
      {guard}
    </div>
  );
}

/**
 * The expanded sections. Approved ones start collapsed; one that is approved while the page is open stays expanded.
 */
function useUnfolded(optimization: OptimizationView) {
  const [unfolded, setUnfolded] = useState(() =>
    SECTIONS.filter((section) => approvalOf(optimization, section) !== 'approved'),
  );
  return {
    has: (section: Section) => unfolded.includes(section),
    set: (section: Section, open: boolean) =>
      setUnfolded((before) => (open ? [...before, section] : before.filter((one) => one !== section))),
  };
}

function Subtitle({ detail: { optimization, client } }: { detail: OptimizationDetail }) {
  const { dueDay } = useDialogs();
  const mayShare = useCan('review.share');
  const { id, dueOn } = optimization;
  return (
    <span className="row wrap gap-8">
      <Link to={`/clients/${client.id}`}>{client.business}</Link>
      <StatusTag status={optimization.status} />
      {mayShare ? (
        <DueDateButton
          due={optimization}
          onClick={() => dueDay({ review: { path: 'gmb-optimizations', id }, dueOn })}
        />
      ) : (
        <DueDate {...optimization} />
      )}
    </span>
  );
}

interface ActionsProps {
  optimization: OptimizationView;
  /** Whether changes are marked. */
  changes: { isMarked: boolean; mark: (marked: boolean) => void };
  /** Navigates after the deletion without asking about unsaved edits. */
  leave: (go: () => unknown) => unknown;
}

/** The buttons in the page header. */
function Actions({ optimization, changes, leave }: ActionsProps) {
  const { history } = useDialogs();
  const mayDelete = useCan('review.delete');
  return (
    <>
      <Button aria-pressed={changes.isMarked} icon={<CompareIcon />} onClick={() => changes.mark(!changes.isMarked)}>
        {changes.isMarked ? 'Hide changes' : 'Show changes'}
      </Button>
      {optimization.status !== 'completed' &&
        SECTIONS.some((name) => approvalOf(optimization, name) === 'approved') && (
          <LinkButton to={`/gmb-optimizations/${optimization.id}/google`}>Ready for Google</LinkButton>
        )}
      <Button
        icon={<HistoryIcon />}
        onClick={() => history({ review: { path: 'gmb-optimizations', id: optimization.id } })}
      >
        History
      </Button>
      {mayDelete && <DeleteOptimization optimization={optimization} leave={leave} />}
    </>
  );
}

function DeleteOptimization({
  optimization: { id, businessName },
  leave,
}: Pick<ActionsProps, 'optimization' | 'leave'>) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { queryKey } = optimizationQuery(id);
  const remove = useToastMutation({
    mutationKey: deletionKey(queryKey),
    mutationFn: () => deleteOptimization(id),
    success: ['Deleted'],
    failure: (error) => ['Failed to delete GMB optimization', reasonOf(error)],
    onSuccess: () => {
      wizardDrafts.drop(id);
      void queryClient.invalidateQueries(optimizationLists);
      return leave(() => navigate('/gmb-optimizations'));
    },
    // The optimization may be deleted although the request failed, for example if the response was lost.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <ConfirmDelete
      label={`Delete ${businessName}`}
      title="Delete this optimization?"
      text={`The optimization of “${businessName}” is deleted with all of its suggestions, and its public preview link stops working. This cannot be undone.`}
      onConfirm={() => remove.mutateAsync()}
    >
      Delete
    </ConfirmDelete>
  );
}

/** Skeleton of the page, in its final layout. */
function OptimizationSkeleton() {
  return (
    <div data-panes>
      <Loading label="Loading the optimization">
        <div className={`stack ${styles['panes']}`}>
          <div className={styles['nav']}>
            <Skeleton active title={false} paragraph={{ rows: SECTIONS.length, width: '80%' }} />
          </div>
          <div className={`column shrink ${styles['work']}`}>
            <div className={styles['head']}>
              <Skeleton active title={{ width: 280 }} paragraph={{ rows: 4 }} />
            </div>
            {SECTIONS.map((section) => (
              <div key={section} className={`stack gap-12 ${styles['section']}`}>
                <Skeleton active title={{ width: 160 }} paragraph={{ rows: 4 }} />
              </div>
            ))}
          </div>
        </div>
      </Loading>
    </div>
  );
}
