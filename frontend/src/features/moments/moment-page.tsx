import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { useQuery } from '@tanstack/react-query';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { Skeleton } from 'antd';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { EmptyState, Loading, Missing, QueryView } from '../../ui/placeholders';
import { SlotContent } from '../../ui/slot';
import { useLeaveGuard } from '../../ui/leave-guard';
import { useIsWide } from '../../lib/media';
import type { Prefetch } from '../../lib/query-client';
import { useConfirmHandwritten } from './captions/handwritten-dialog';
import { useCaptions } from './captions/use-captions';
import { imagesQuery } from '../../records/images';
import { BottomBar } from './bottom-bar';
import { ContactSheet, ContactSheetSkeleton } from './contact-sheet';
import { InspectorPane } from './inspector-pane';
import { MomentHeader } from './moment-header';
import styles from './moment-page.module.css';
import { MomentToolbar } from './moment-toolbar';
import { momentQuery } from '../../records/moments';
import { nextStep } from './next-step';
import { PageStateContext, PageToolsContext, useNewPageTools } from './page-state';
import { useKeptInspector } from './use-pane';
import { useWorkbench } from './use-workbench';

const NO_IMAGES: ImageView[] = [];

/** What the page shows first. */
export const prefetchMoment: Prefetch = (client, { params: { id = '' } }) =>
  Promise.all([client.prefetchQuery(momentQuery(id)), client.prefetchQuery(imagesQuery(id))]);

/** One moment: its public link, its images, and all that staff do with them. */
export function MomentPage() {
  const { id = '' } = useParams();
  const image = useSearchParams()[0].get('image');
  return (
    <QueryView
      query={useQuery(momentQuery(id))}
      failed="The moment could not be loaded"
      loading={<MomentSkeleton />}
      missing={<Missing title="Moment not found" action={<Link to="/moments">Back to Moments</Link>} />}
    >
      {/* Remounts for another `?image=`, also when the link is on this page. */}
      {(moment) => <Moment key={`${moment.id} ${image}`} moment={moment} />}
    </QueryView>
  );
}

function Moment({ moment }: { moment: MomentView }) {
  const query = useQuery(imagesQuery(moment.id));
  const images = query.data ?? NO_IMAGES;
  const { captions, dialog: confirmDialog } = useConfirmHandwritten(useCaptions(moment.id, images), images);
  const hasFailed = (image: ImageView) => captions.generationProblem(image) !== undefined;
  const workbench = useWorkbench(moment.id, images, hasFailed);
  const tools = useNewPageTools(workbench, captions);
  // A save under way goes on after the page is left, so only the other texts would be lost.
  const { guard } = useLeaveGuard(() => tools.unsaved.get().some(({ isSaving }) => !isSaving));
  const next = query.data ? nextStep(moment, images, captions.generation) : null;
  const count = query.data?.length ?? moment.imageCount;
  return (
    <PageToolsContext value={tools}>
      <PageStateContext value={{ moment, images, count, captions, workbench, next }}>
        <div data-panes className="flex top">
          <div className={`column grow ${styles['main']}`}>
            <div className={`fill ${styles['work']}`}>
              <MomentHeader />
              <MomentToolbar />
              <QueryView
                query={query}
                failed="The images could not be loaded"
                loading={<ContactSheetSkeleton count={Math.max(moment.imageCount, 1)} />}
              >
                {({ length }) =>
                  length > 0 ? (
                    <ContactSheet />
                  ) : (
                    <EmptyState text="No images yet." hint="Add some with Add More Images." />
                  )
                }
              </QueryView>
            </div>
            {query.data && <BottomBar />}
          </div>
          <InspectorPane />
          <SlotContent slot={tools.editDialogSlot} />
          {guard}
          {confirmDialog}
        </div>
      </PageStateContext>
    </PageToolsContext>
  );
}

/** Skeleton of the panes, in their final sizes. */
function MomentSkeleton() {
  const isWide = useIsWide();
  const [inspector] = useKeptInspector();
  return (
    <div data-panes className="flex top">
      <div className={`column grow ${styles['main']}`}>
        <div className={`fill ${styles['work']}`}>
          <Loading label="Loading the moment">
            <Skeleton active title={{ width: 240 }} paragraph={{ rows: 1, width: 320 }} />
            <div className={`box surface-2 ${styles['linkSkeleton']}`} />
          </Loading>
          <ContactSheetSkeleton count={8} />
        </div>
      </div>
      {isWide && inspector === 'open' && <div className={`rigid surface-2 ${styles['inspector']}`} />}
    </div>
  );
}
