import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../ui/page-header';
import { CardSkeleton } from '../../ui/card-skeleton';
import { LoadFailed, Loading } from '../../ui/placeholders';
import { HttpError, isNotFound } from '../../lib/http';
import { toast } from '../../lib/toast';
import { clientQuery } from '../../records/clients';
import { optimizationQuery } from '../../records/optimizations';
import { Wizard } from './wizard';
import { wizardDrafts } from './wizard-drafts';
import { GMB_DATA } from './wizard-values';
import styles from './wizard.module.css';

/** The opened draft: loaded, being loaded, or a new one. */
type OpenedDraft = { draft: OptimizationView | null; key: number } | { loading: string };

/**
 * The wizard that creates an optimization in three steps. It continues the draft named by the URL or stored in this
 * browser, or starts a new one, for the client named by the URL.
 */
export function CreateOptimizationPage() {
  const [address, setAddress] = useSearchParams();
  const navigate = useNavigate();
  const clientId = address.get('clientId');
  const client = useQuery({ ...clientQuery(clientId ?? ''), enabled: clientId !== null });
  const [opening, setOpening] = useState<OpenedDraft>(() => {
    const id = address.get('draft') ?? (clientId === null ? wizardDrafts.current() : null);
    return id === null ? { draft: null, key: 0 } : { loading: id };
  });

  function open(draft: OptimizationView | null) {
    setOpening({ draft, key: Date.now() });
    setAddress(draft ? { draft: draft.id } : {}, { replace: true });
  }

  function startNew() {
    wizardDrafts.leaveCurrent();
    open(null);
  }

  function resume(draft: OptimizationView) {
    if (draft.status === 'completed') {
      wizardDrafts.drop(draft.id);
      return void navigate(`/gmb-optimizations/${draft.id}`, { replace: true });
    }
    wizardDrafts.keep(draft.id, wizardDrafts.stepOf(draft.id) ?? GMB_DATA);
    open(draft);
  }

  function drop(id: string) {
    wizardDrafts.drop(id);
    toast.info('Starting a new draft - previous draft could not be loaded');
    open(null);
  }

  return (
    <>
      <PageHeader
        title="Create GMB Optimization"
        parent={{ title: 'GMB Optimization', path: '/gmb-optimizations' }}
        subtitle="Collect business information for optimization"
      />
      {content()}
    </>
  );

  function content() {
    if ('loading' in opening) {
      const { loading } = opening;
      return <DraftLoader id={loading} onLoaded={resume} onRefused={() => drop(loading)} onStartNew={startNew} />;
    }
    if (client.isLoading) return <WizardLoading label="Loading the client" />;
    if (client.isLoadingError && !isNotFound(client.error)) {
      const retry = () => void client.refetch();
      return <LoadFailed error={client.error} onRetry={retry} title="The client could not be loaded" />;
    }
    return <Wizard key={opening.key} draft={opening.draft} client={client.data} onStartNew={startNew} />;
  }
}

interface DraftLoaderProps {
  id: string;
  onLoaded: (draft: OptimizationView) => void;
  /** Called if the draft does not exist, or the user may not see it. */
  onRefused: () => void;
  onStartNew: () => void;
}

/** Loads a draft from the server, even if it is cached, with a button to retry. */
function DraftLoader({ id, onLoaded, onRefused, onStartNew }: DraftLoaderProps) {
  const query = useQuery({ ...optimizationQuery(id), refetchOnMount: 'always' });
  const error = query.isFetchedAfterMount ? query.error : null;
  const draft = query.isFetchedAfterMount && !error ? query.data?.optimization : undefined;
  const isUnreadable = isRefusal(error);
  const loaded = useEffectEvent(onLoaded);
  const refused = useEffectEvent(onRefused);
  useEffect(() => {
    if (draft) loaded(draft);
    else if (isUnreadable) refused();
  }, [draft, isUnreadable]);

  if (error && !isUnreadable) {
    return (
      <div className={`column gap-16 ${styles['wizard']}`}>
        <LoadFailed error={error} onRetry={() => void query.refetch()} title="Your draft could not be loaded" />
        <Button onClick={onStartNew} style={{ alignSelf: 'center' }}>
          Start a new one
        </Button>
      </div>
    );
  }
  return <WizardLoading label="Loading your draft" />;
}

function WizardLoading({ label }: { label: string }) {
  return (
    <div className={styles['wizard']}>
      <Loading label={label}>
        <CardSkeleton rows={6} />
      </Loading>
    </div>
  );
}

/** Whether the server refused the draft. An ended session does not count: the draft is loaded after the sign-in. */
function isRefusal(error: unknown): boolean {
  return error instanceof HttpError && error.status !== 0 && error.status !== 401;
}
