import { PageSpinner } from '../../components/page-spinner';

export function OptimizationPage() {
  return <PageSpinner />;
}
