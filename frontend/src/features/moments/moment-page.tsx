import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { EmptyState, LoadFailed, Loading, Missing, QueryView } from '../../ui/placeholders';
import { SlotContent, useSlot } from '../../ui/slot';
import { useLeaveGuard } from '../../ui/leave-guard';
import { useIsWide } from '../../lib/media';
import type { Prefetch } from '../../lib/prefetch';
import { GenerateCaptionsButton, generateEntry } from './captions/generate-captions-button';
import { useAskingFirst } from './captions/handwritten-dialog';
import { useCaptions } from './captions/use-captions';
import { imagesQuery } from '../../records/images';
import { useUnsavedTexts } from './images/unsaved-texts';
import { BottomBar } from './bottom-bar';
import { ContactSheet, ContactSheetSkeleton } from './contact-sheet';
import { InspectorPane } from './inspector-pane';
import { MomentHeader } from './moment-header';
import styles from './moment-page.module.css';
import { MomentToolbar, StepButtons } from './moment-toolbar';
import { momentQuery } from '../../records/moments';
import { nextStep } from './next-step';
import { PhotoMenu } from './photo-menu';
import { isInspectorKeptOpen, useWorkbench } from './use-workbench';

const NO_IMAGES: ImageView[] = [];

/** What the page shows first. */
export const prefetchMoment: Prefetch = (client, { params: { id = '' } }) =>
  Promise.all([client.prefetchQuery(momentQuery(id)), client.prefetchQuery(imagesQuery(id))]);

/** One moment: its public link, its images, and all that staff do with them. */
export function MomentPage() {
  const { id = '' } = useParams();
  return (
    <QueryView
      query={useQuery(momentQuery(id))}
      failed="The moment could not be loaded"
      loading={<MomentSkeleton />}
      missing={<Missing title="Moment not found" action={<Link to="/moments">Back to Moments</Link>} />}
    >
      {(moment) => <Moment key={moment.id} moment={moment} />}
    </QueryView>
  );
}

function Moment({ moment }: { moment: MomentView }) {
  const query = useQuery(imagesQuery(moment.id));
  const images = query.data ?? NO_IMAGES;
  const { captions, dialog: asking } = useAskingFirst(useCaptions(moment.id, images), images);
  const hasFailed = (image: ImageView) => captions.generationProblem(image) !== undefined;
  const workbench = useWorkbench({ momentId: moment.id, images, hasFailed });
  const inspector = useSlot();
  const editor = useSlot();
  const unsaved = useUnsavedTexts();
  const { guard } = useLeaveGuard(() => unsaved.list().some(({ isSaving }) => !isSaving));
  const next = query.data ? nextStep(moment, images, captions.generation) : null;
  const generation = {
    images,
    run: captions.generation,
    isStarting: captions.start.isPending,
    onStart: () => captions.start.mutate(),
  };
  const generate = <GenerateCaptionsButton isNext={next === 'generate'} {...generation} />;
  return (
    <div data-panes className={styles['page']}>
      <div className={styles['main']}>
        <div className={styles['work']}>
          <MomentHeader
            moment={moment}
            count={query.data?.length ?? moment.imageCount}
            images={images}
            onGenerate={generation.onStart}
            generate={next === 'generate' ? null : generate}
            generateEntry={next === 'generate' ? undefined : generateEntry(generation)}
            onSelectPhotos={workbench.startPicking}
          />
          <MomentToolbar moment={moment} images={images} workbench={workbench} />
          <Images query={query} count={moment.imageCount}>
            <ContactSheet
              captions={captions}
              workbench={workbench}
              inspector={inspector}
              menu={<PhotoMenu workbench={workbench} />}
              steps={<StepButtons workbench={workbench} />}
              unsaved={unsaved}
              editing={{
                slot: editor,
                place: workbench.place,
                isFirst: workbench.isFirst,
                isLast: workbench.isLast,
                onStep: workbench.move,
                onGoTo: workbench.goTo,
                onClose: workbench.closeDialog,
              }}
            />
          </Images>
        </div>
        {query.data && (
          <BottomBar
            captions={captions}
            workbench={workbench}
            moment={moment}
            images={images}
            next={next}
            generate={generate}
            isInInspector={workbench.isInspecting && workbench.selected?.status === 'rejected'}
            onAnswer={workbench.selectNextRejected}
          />
        )}
      </div>
      <InspectorPane
        isBeside={workbench.isBeside}
        open={workbench.isInspecting}
        title={workbench.place}
        onClose={workbench.closeInspector}
        onSwipe={workbench.move}
      >
        <SlotContent slot={inspector} />
      </InspectorPane>
      <SlotContent slot={editor} />
      {guard}
      {asking}
    </div>
  );
}

interface ImagesProps {
  query: UseQueryResult<ImageView[]>;
  /** How many there are, before they are loaded. */
  count: number;
  children: ReactNode;
}

function Images({ query, count, children }: ImagesProps) {
  if (query.isPending) return <ContactSheetSkeleton count={Math.max(count, 1)} />;
  if (!query.data) {
    return (
      <LoadFailed error={query.error} onRetry={() => void query.refetch()} title="The images could not be loaded" />
    );
  }
  if (query.data.length === 0) return <EmptyState text="No images yet." hint="Add some with Add More Images." />;
  return children;
}

/** The panes, as large as they will be. */
function MomentSkeleton() {
  const isWide = useIsWide();
  return (
    <div data-panes className={styles['page']}>
      <div className={styles['main']}>
        <div className={styles['work']}>
          <Loading label="Loading the moment">
            <Skeleton active title={{ width: 240 }} paragraph={{ rows: 1, width: 320 }} />
            <div className={styles['linkSkeleton']} />
          </Loading>
          <ContactSheetSkeleton count={8} />
        </div>
      </div>
      {isWide && isInspectorKeptOpen() && <div className={styles['inspector']} />}
    </div>
  );
}
