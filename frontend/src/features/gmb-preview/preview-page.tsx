import { PageSpinner } from '../../components/page-spinner';

export function PreviewPage() {
  return <PageSpinner />;
}
