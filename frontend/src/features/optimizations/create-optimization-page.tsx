import { PageSpinner } from '../../components/page-spinner';

export function CreateOptimizationPage() {
  return <PageSpinner />;
}
