import { PageSpinner } from '../../components/page-spinner';

export function OptimizationsPage() {
  return <PageSpinner />;
}
