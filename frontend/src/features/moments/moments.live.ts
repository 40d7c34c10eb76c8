import type { MomentListItem, MomentView } from '@gmb-moments/backend/contract/moments';
import type { StaffRules } from '../../lib/live';
import { patch, patchPages, refresh, refreshDeleted } from '../../lib/live-cache';
import { clientLists, clientsQuery } from '../clients/clients.api';
import { historyQuery } from '../history/history.api';
import { refreshWork } from '../work/work.api';
import { changeActiveRuns } from '../runs/active-runs.api';
import { momentLists, momentQuery } from './moments.api';

export const momentRules: StaffRules<'moment.changed' | 'moment.deleted'> = {
  'moment.changed': (queryClient, moment) => {
    changeActiveRuns(queryClient, (run) => (run.momentId === moment.id ? { ...run, name: moment.title } : run));
    patch<MomentView>(queryClient, momentQuery(moment.id).queryKey, () => moment);
    patchPages<MomentListItem>(queryClient, momentLists, (items) =>
      items.map((item) => (item.id === moment.id ? { ...item, ...moment } : item)),
    );
    refresh(queryClient, momentLists);
    refreshWork(queryClient);
    refresh(queryClient, historyQuery(momentQuery(moment.id).queryKey));
    refresh(queryClient, clientLists);
    // Only a new moment is an empty draft; it counts among its client's moments.
    if (moment.status === 'draft' && moment.imageCount === 0) refresh(queryClient, clientsQuery);
  },
  'moment.deleted': (queryClient, { momentId }) => {
    changeActiveRuns(queryClient, (run) => (run.momentId === momentId ? null : run));
    patchPages<MomentListItem>(queryClient, momentLists, (items) => items.filter(({ id }) => id !== momentId));
    refresh(queryClient, momentLists);
    refreshWork(queryClient);
    refreshDeleted(queryClient, momentQuery(momentId).queryKey);
    refresh(queryClient, clientsQuery);
  },
};
