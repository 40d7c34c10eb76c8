import { useQuery } from '@tanstack/react-query';
import type { OptimizationDetail } from '@gmb-moments/backend/contract/optimizations';
import { SECTIONS } from '@gmb-moments/backend/contract/statuses';
import { Card, Flex, Skeleton } from 'antd';
import { useRef } from 'react';
import { Link, useParams } from 'react-router-dom';
import { Loading } from '../../components/loading';
import { LoadFailed } from '../../components/load-failed';
import { Missing } from '../../components/missing';
import { PageHeader } from '../../components/page-header';
import { StatusTag } from '../../components/status-tag';
import { HttpError } from '../../lib/http';
import { useLeaveGuard } from '../../lib/leave-guard';
import { GenerationBanner } from './generation-banner';
import { OptimizationActions } from './optimization-actions';
import { DraftNotice, ThrottleNotice, WebsiteNote } from './optimization-notes';
import { OptimizationProgress } from './optimization-progress';
import { optimizationQuery } from './optimizations.api';
import { PreviewLinkCard } from './preview-link-card';
import { SaveBar } from './save-bar';
import { SectionCard } from './section-card';
import { useGeneration } from './use-generation';
import { useSectionEdits } from './use-section-edits';

/** One optimization: its preview link, and its five sections with all that staff do to them. */
export function OptimizationPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(optimizationQuery(id));
  if (error instanceof HttpError && error.status === 404) return <OptimizationNotFound />;
  if (data) {
    return data.optimization && data.client ? <Optimization key={id} detail={data} /> : <OptimizationNotFound />;
  }
  if (error) {
    return <LoadFailed error={error} onRetry={() => void refetch()} title="The optimization could not be loaded" />;
  }
  return <OptimizationSkeleton />;
}

function Optimization({ detail }: { detail: OptimizationDetail }) {
  const { optimization } = detail;
  const edits = useSectionEdits(optimization);
  const generation = useGeneration(optimization);
  // Leaving is asked about in the very call that leaves, before a render.
  const isGone = useRef(false);
  const { askToLeave, guard } = useLeaveGuard(() => edits.edited.length > 0 && !isGone.current);
  const { runs } = generation;
  return (
    <>
      <PageHeader
        title={optimization.businessName}
        subtitle={<Subtitle detail={detail} />}
        actions={
          <OptimizationActions
            optimization={optimization}
            generation={generation}
            onDeleted={() => {
              isGone.current = true;
            }}
          />
        }
      />
      <GenerationBanner generation={generation} />
      <Flex vertical gap={16}>
        <DraftNotice optimization={optimization} />
        {runs.error && !runs.data && (
          <LoadFailed
            error={runs.error}
            onRetry={() => void runs.refetch()}
            title="What the AI is doing could not be loaded"
          />
        )}
        <PreviewLinkCard optimization={optimization} />
        <ThrottleNotice optimization={optimization} />
        <WebsiteNote optimization={optimization} />
        {SECTIONS.map((section) => (
          <SectionCard key={section} section={section} detail={detail} edits={edits} generation={generation} />
        ))}
        <SaveBar edits={edits} onDiscard={() => askToLeave(edits.discardAll)} />
      </Flex>
      {guard}
    </>
  );
}

function Subtitle({ detail: { optimization, client } }: { detail: OptimizationDetail }) {
  return (
    <Flex component="span" wrap gap="small" align="center">
      <Link to={`/clients/${client.id}`}>{client.business}</Link>
      <StatusTag status={optimization.status} />
      <OptimizationProgress {...optimization} />
    </Flex>
  );
}

function OptimizationNotFound() {
  return (
    <Missing title="Optimization not found" action={<Link to="/gmb-optimizations">Back to GMB Optimizations</Link>} />
  );
}

function OptimizationSkeleton() {
  return (
    <Loading label="Loading the optimization">
      <Skeleton active paragraph={{ rows: 1 }} />
      {SECTIONS.map((section) => (
        <Card key={section} style={{ marginTop: 16 }}>
          <Skeleton active paragraph={{ rows: 4 }} />
        </Card>
      ))}
    </Loading>
  );
}
