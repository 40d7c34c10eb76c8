import { Button } from 'antd';
import type { Prefetch } from '../../lib/query-client';
import { auditExportAddress, auditQuery } from '../../records/audit';
import { DownloadIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { AuditFilterBar } from './audit-filter-bar';
import { AuditList } from './audit-list';
import { readFilters, useAuditFilters } from './audit-filters';

/** What the page shows first. */
export const prefetchAudit: Prefetch = (client, { address }) =>
  client.prefetchInfiniteQuery(auditQuery(readFilters(address)));

/** What the team did to its access, settings and data, for admins. */
export function AuditPage() {
  const state = useAuditFilters();
  const { filters } = state;
  return (
    <>
      <PageHeader
        title="Audit log"
        parent={{ title: 'Settings', path: '/settings' }}
        subtitle="Who did what to access, settings and data. Entries are never changed."
        actions={
          <>
            <Button icon={<DownloadIcon />} href={auditExportAddress('csv', filters)} download>
              Export CSV
            </Button>
            <Button icon={<DownloadIcon />} href={auditExportAddress('jsonl', filters)} download>
              Export JSON Lines
            </Button>
          </>
        }
      />
      <AuditFilterBar state={state} />
      <AuditList state={state} />
    </>
  );
}
