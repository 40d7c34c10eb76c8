import { EmptyState } from '../components/empty-state';
import { useMatches } from 'react-router-dom';
import { PageHeader } from '../components/page-header';
import type { RouteHandle } from './router';

/** Stands in for a part of the product that this version does not have. */
export function NotAvailablePage() {
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  return (
    <>
      <PageHeader title={handle?.title ?? ''} />
      <EmptyState text="This part is not available yet" />
    </>
  );
}
