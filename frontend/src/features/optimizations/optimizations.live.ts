import type { OptimizationDetail, OptimizationListItem } from '@gmb-moments/backend/contract/optimizations';
import type { StaffRules } from '../../lib/live';
import { patch, patchPages, refresh, refreshDeleted } from '../../lib/live-cache';
import { clientLists } from '../clients/clients.api';
import { historyQuery } from '../history/history.api';
import { refreshWork } from '../work/work.api';
import { changeActiveRuns, progressActiveRun } from '../runs/active-runs.api';
import { optimizationLists, optimizationQuery, optimizationRunsQuery } from './optimizations.api';

export const optimizationRules: StaffRules<'optimization.progress' | 'optimization.changed' | 'optimization.deleted'> =
  {
    'optimization.progress': (queryClient, { optimizationId, ...progress }) => {
      progressActiveRun(queryClient, progress);
      refresh(queryClient, optimizationRunsQuery(optimizationId));
    },
    'optimization.changed': (queryClient, optimization) => {
      const { id } = optimization;
      patch<OptimizationDetail>(queryClient, optimizationQuery(id).queryKey, (old) => ({ ...old, optimization }));
      patchPages<OptimizationListItem>(queryClient, optimizationLists, (items) =>
        items.map((item) => (item.id === id ? { ...item, ...optimization } : item)),
      );
      refresh(queryClient, optimizationLists);
      refresh(queryClient, clientLists);
      refreshWork(queryClient);
      refresh(queryClient, historyQuery(optimizationQuery(id).queryKey));
    },
    'optimization.deleted': (queryClient, { optimizationId }) => {
      changeActiveRuns(queryClient, (run) => (run.optimizationId === optimizationId ? null : run));
      patchPages<OptimizationListItem>(queryClient, optimizationLists, (items) =>
        items.filter(({ id }) => id !== optimizationId),
      );
      refresh(queryClient, optimizationLists);
      refresh(queryClient, clientLists);
      refreshWork(queryClient);
      refreshDeleted(queryClient, optimizationQuery(optimizationId).queryKey);
    },
  };
