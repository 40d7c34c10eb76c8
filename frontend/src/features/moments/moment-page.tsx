import { useQuery } from '@tanstack/react-query';
import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { Card, Flex, Skeleton } from 'antd';
import { Link, useParams } from 'react-router-dom';
import { Loading } from '../../components/loading';
import { LoadFailed } from '../../components/load-failed';
import { Missing } from '../../components/missing';
import { PageHeader } from '../../components/page-header';
import { StatusTag } from '../../components/status-tag';
import { HttpError } from '../../lib/http';
import { useCaptionRun } from '../captions/use-caption-run';
import { imagesQuery } from '../images/images.api';
import { MomentActions } from './moment-actions';
import { MomentImages } from './moment-images';
import { momentQuery } from './moments.api';
import { PublicLinkCard } from './public-link-card';

/** One moment: its public link, its images, and all that staff do with them. */
export function MomentPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(momentQuery(id));
  if (error instanceof HttpError && error.status === 404) return <MomentNotFound />;
  if (data) return <Moment key={data.id} moment={data} />;
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} title="The moment could not be loaded" />;
  return <MomentSkeleton />;
}

function Moment({ moment }: { moment: MomentView }) {
  const images = useQuery(imagesQuery(moment.id));
  const captions = useCaptionRun(moment.id);
  return (
    <>
      <PageHeader
        title={moment.title}
        subtitle={
          <Flex component="span" wrap gap="small" align="center">
            <Link to={`/clients/${moment.clientId}`}>{moment.client.business}</Link>
            <StatusTag status={moment.status} />
          </Flex>
        }
        actions={<MomentActions moment={moment} images={images.data ?? []} captions={captions} />}
      />
      <PublicLinkCard moment={moment} />
      <MomentImages moment={moment} images={images} run={captions.run} />
    </>
  );
}

function MomentNotFound() {
  return <Missing title="Moment not found" action={<Link to="/moments">Back to Moments</Link>} />;
}

function MomentSkeleton() {
  return (
    <Loading label="Loading the moment">
      <Skeleton active paragraph={{ rows: 1 }} />
      <Card style={{ marginTop: 24 }}>
        <Skeleton active paragraph={{ rows: 6 }} />
      </Card>
    </Loading>
  );
}
