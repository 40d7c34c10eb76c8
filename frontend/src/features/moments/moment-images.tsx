import type { UseQueryResult } from '@tanstack/react-query';
import type { CaptionRunView } from '@gmb-moments/backend/contract/captions';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { isRunActive, missingCaptionFields } from '@gmb-moments/backend/contract/statuses';
import { Card, Segmented, Skeleton, theme } from 'antd';
import type { ReactNode } from 'react';
import { Loading } from '../../components/loading';
import { EmptyState } from '../../components/empty-state';
import { LoadFailed } from '../../components/load-failed';
import { useIsMobile } from '../../lib/media';
import { useRegenerate, type CaptionProblem } from '../captions/use-regenerate';
import { ImageCard } from '../images/image-card';
import { FILTERS, matches, useStatusFilter, type Filter } from './use-status-filter';

const FILTER_LABELS: Record<Filter, string> = {
  all: 'All',
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
};

interface Props {
  moment: MomentView;
  images: UseQueryResult<ImageView[]>;
  run: CaptionRunView | null;
}

/** The images of a moment, filtered by their status. */
export function MomentImages({ moment, images, run }: Props) {
  const { filter, choose, images: filtered, remember } = useStatusFilter(images.data ?? []);
  const { isRegenerating, problemOf, regenerate } = useRegenerate(moment.id);
  if (images.isPending) return <ImagesSkeleton count={Math.max(moment.imageCount, 1)} />;
  if (!images.data) {
    return (
      <LoadFailed error={images.error} onRetry={() => void images.refetch()} title="The images could not be loaded" />
    );
  }
  if (images.data.length === 0) return <EmptyState text="No images yet. Add some with Add More Images." />;
  const anyShown = filtered.some(({ isShown }) => isShown);
  return (
    <>
      <StatusFilter images={images.data} value={filter} onChange={choose} />
      {!anyShown && <EmptyState text={`No ${filter} images`} />}
      <ImageGrid>
        {filtered.map(({ image, number, isShown, isLeft, rejected }) => (
          // Cards that are filtered out stay: making twenty of them anew would hold up the page.
          <div key={image.id} style={{ display: isShown ? 'contents' : 'none' }}>
            <ImageCard
              image={image}
              number={number}
              isLeft={isLeft}
              rejected={rejected}
              onResubmit={remember}
              work={isRegenerating(image.id) ? 'Regenerating…' : waitingFor(run, image)}
              {...captionProblem(problemOf(image.id), runProblem(run, image))}
              onRegenerate={regenerate}
            />
          </div>
        ))}
      </ImageGrid>
    </>
  );
}

function waitingFor(run: CaptionRunView | null, image: ImageView): string {
  const isWaiting = run && isRunActive(run.state) && missingCaptionFields(image).length > 0 && !runProblem(run, image);
  return isWaiting ? 'Waiting for its caption…' : '';
}

function runProblem(run: CaptionRunView | null, image: ImageView): CaptionProblem | undefined {
  if (missingCaptionFields(image).length === 0) return undefined;
  return run?.errors.find(({ imageId }) => imageId === image.id);
}

/** What the card says of the last try to regenerate a caption, else of the run. */
function captionProblem(ofRewrite: CaptionProblem | undefined, ofRun: CaptionProblem | undefined) {
  if (ofRewrite?.message) return said('Not regenerated', ofRewrite);
  return said('No caption', ofRun);
}

function said(what: string, problem: CaptionProblem | undefined) {
  return { captionProblem: problem ? `${what}: ${problem.message}` : '', captionDetail: problem?.detail ?? '' };
}

interface FilterProps {
  images: ImageView[];
  value: Filter;
  onChange: (filter: Filter) => void;
}

function StatusFilter({ images, value, onChange }: FilterProps) {
  const isMobile = useIsMobile();
  return (
    <div style={{ overflowX: 'auto', marginBottom: 16 }}>
      <Segmented<Filter>
        aria-label="Filter images by status"
        value={value}
        onChange={onChange}
        styles={isMobile ? TIGHT : undefined}
        options={FILTERS.map((filter) => ({
          value: filter,
          label: `${FILTER_LABELS[filter]} (${images.filter((image) => matches(image, filter)).length})`,
        }))}
      />
    </div>
  );
}

// With counts of two digits the four still fit on a phone.
const TIGHT = { label: { paddingInline: 6, fontSize: 13 } };

function ImageGrid({ children }: { children: ReactNode }) {
  const { token } = theme.useToken();
  return (
    <div
      style={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
        gap: token.margin,
      }}
    >
      {children}
    </div>
  );
}

function ImagesSkeleton({ count }: { count: number }) {
  return (
    <Loading label="Loading images">
      <ImageGrid>
        {Array.from({ length: count }, (_, index) => (
          <Card key={index}>
            <Skeleton active paragraph={{ rows: 8 }} />
          </Card>
        ))}
      </ImageGrid>
    </Loading>
  );
}
