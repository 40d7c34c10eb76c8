import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../components/page-header';
import { toast } from '../../lib/toast';
import { DraftLoader } from './draft-loader';
import { Wizard } from './wizard';
import { wizardDrafts } from './wizard-draft-storage';
import { GMB_DATA } from './wizard-steps';

type Opening = { state: 'loading'; id: string } | { state: 'open'; draft: OptimizationView | null; key: string };

/** Makes an optimization in three steps; goes on with the draft that the address or this browser names. */
export function CreateOptimizationPage() {
  const [address, setAddress] = useSearchParams();
  const [opening, setOpening] = useState(() => openingOf(address.get('draft') ?? wizardDrafts.current()));

  function begin(key: string) {
    setOpening({ state: 'open', draft: null, key });
    setAddress({}, { replace: true });
  }

  function startNew() {
    wizardDrafts.leaveCurrent();
    begin(`after ${opening.state === 'open' ? opening.key : opening.id}`);
  }

  function goOnWith(draft: OptimizationView) {
    wizardDrafts.keep(draft.id, wizardDrafts.stepOf(draft.id) ?? GMB_DATA);
    setOpening({ state: 'open', draft, key: draft.id });
    setAddress({ draft: draft.id }, { replace: true });
  }

  function giveUp(id: string) {
    wizardDrafts.drop(id);
    toast.info('Starting a new draft - previous draft could not be loaded');
    begin(`instead of ${id}`);
  }

  return (
    <>
      <PageHeader title="Create GMB Optimization" subtitle="Collect business information for optimization" />
      {opening.state === 'open' ? (
        <Wizard key={opening.key} draft={opening.draft} onStartNew={startNew} />
      ) : (
        <DraftLoader id={opening.id} onLoaded={goOnWith} onGone={() => giveUp(opening.id)} onStartNew={startNew} />
      )}
    </>
  );
}

function openingOf(id: string | null): Opening {
  return id === null ? { state: 'open', draft: null, key: 'new' } : { state: 'loading', id };
}
