import type { StaffRules } from '../../lib/live';
import { refresh } from '../../lib/live-cache';
import { clientsQuery } from '../clients/clients.api';
import { refreshGettingStarted } from '../getting-started/getting-started.api';
import { momentRecords } from '../moments/moments.api';
import { optimizationRecords } from '../optimizations/optimizations.api';
import { brandingQuery } from '../settings/settings.api';
import { agenciesQuery } from './agencies.api';

export const agencyRules: StaffRules<'agency.changed'> = {
  'agency.changed': (queryClient) => {
    refresh(queryClient, agenciesQuery);
    refreshGettingStarted(queryClient);
    refresh(queryClient, brandingQuery);
    refresh(queryClient, clientsQuery);
    // The public links in these records begin with the agency's domain.
    for (const linked of [momentRecords, optimizationRecords]) refresh(queryClient, linked);
  },
};
