import { PREVIEW_DEFAULT_COLOR } from '@gmb-moments/backend/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { reasonOf } from '../../lib/http';
import { useVisitorLive } from '../../lib/live';
import { isMissing } from '../review/is-missing';
import { ReviewMessage, ReviewSkeleton } from '../review/review-states';
import { ReviewTheme } from '../review/review-theme';
import { previewQuery } from './preview.api';
import { PreviewContent } from './preview-content';
import { ShopIcon } from './preview-icons';
import { SectionBones } from './preview-states';
import './preview.css';

const TITLE = 'GMB Optimization Review';

/** What the holder of a public link sees: an optimization's sections, to approve or reject. */
export function PreviewPage() {
  const { publicLink = '' } = useParams();
  return <Preview key={publicLink} publicLink={publicLink} />;
}

function Preview({ publicLink }: { publicLink: string }) {
  useVisitorLive('publicLink', publicLink);
  const { data, error, refetch } = useQuery(previewQuery(publicLink));
  return (
    <ReviewTheme color={data?.branding.primaryColor ?? PREVIEW_DEFAULT_COLOR} width={1080}>
      <title>{data ? `${TITLE} – ${data.optimization.businessName}` : TITLE}</title>
      <meta name="robots" content="noindex" />
      {isMissing(error) ? (
        <main className="review-main">
          <div className="review-card preview-message">
            <ReviewMessage
              icon={<ShopIcon size={48} />}
              title="Optimization Not Found"
              text="The requested GMB optimization could not be found. Please check the link, or ask for a new one."
            />
          </div>
        </main>
      ) : data ? (
        <PreviewContent publicLink={publicLink} view={data} />
      ) : error ? (
        <main className="review-main">
          <ReviewMessage
            icon={<ShopIcon size={48} />}
            title="This page could not be loaded"
            text={reasonOf(error)}
            action={{ label: 'Try again', onClick: () => void refetch() }}
          />
        </main>
      ) : (
        <ReviewSkeleton>
          <SectionBones />
        </ReviewSkeleton>
      )}
    </ReviewTheme>
  );
}
