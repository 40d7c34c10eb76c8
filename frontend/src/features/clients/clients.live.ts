import type { StaffRules } from '../../lib/live';
import { refresh } from '../../lib/live-cache';
import { momentLists, momentRecords } from '../moments/moments.api';
import { optimizationLists, optimizationRecords } from '../optimizations/optimizations.api';
import { refreshWork } from '../work/work.api';
import { clientsQuery } from './clients.api';

export const clientRules: StaffRules<'client.changed'> = {
  'client.changed': (queryClient) => {
    refresh(queryClient, clientsQuery);
    refreshWork(queryClient);
    // Moments and optimizations show the client's name.
    for (const shown of [momentLists, momentRecords, optimizationLists, optimizationRecords])
      refresh(queryClient, shown);
  },
};
