import { EmptyState } from '../components/empty-state';
import { PageHeader } from '../components/page-header';

/** Stands in for a part of the product that this version does not have. */
export function NotAvailablePage({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState text="This part is not available yet" />
    </>
  );
}
