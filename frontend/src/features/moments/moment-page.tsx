import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { EmptyState, Loading, Missing, QueryView } from '../../ui/placeholders';
import { useLeaveGuard } from '../../ui/leave-guard';
import { readPersistedChoice } from '../../lib/persisted-choice';
import { useIsWide } from '../../lib/media-queries';
import type { Prefetch } from '../../lib/query-client';
import { ReplaceHandwrittenDialog } from './captions/replace-handwritten-dialog';
import { useCan } from '../../records/permissions';
import { imagesQuery } from '../../records/images';
import { BottomBar } from './bottom-bar';
import { ShareWithoutCaptionsDialog } from './share-without-captions-dialog';
import { ContactSheet, ContactSheetSkeleton } from './contact-sheet';
import { SelectedImageDialogs } from './images/selected-image-dialogs';
import { InspectorPane } from './inspector-pane';
import { MomentHeader } from './moment-header';
import styles from './moment-page.module.css';
import { MomentToolbar } from './moment-toolbar';
import { momentQuery } from '../../records/moments';
import { createPage, INSPECTOR } from './page-store';
import { PageContext } from './use-page';

/** Prefetches the first data of the page. */
export const prefetchMoment: Prefetch = (client, { params: { id = '' } }) =>
  Promise.all([client.prefetchQuery(momentQuery(id)), client.prefetchQuery(imagesQuery(id))]);

/** The staff page of a moment. @param sharing the content of the sharing pane, which belongs to another feature */
export function MomentPage({ sharing }: { sharing: ReactNode }) {
  const { id = '' } = useParams();
  const image = useSearchParams()[0].get('image');
  return (
    <QueryView
      query={useQuery(momentQuery(id))}
      failed="The moment could not be loaded"
      loading={<MomentSkeleton />}
      missing={<Missing title="Moment not found" action={<Link to="/moments">Back to Moments</Link>} />}
    >
      {/* The key includes `?image=`, so that a link to another image of the same moment remounts the page. */}
      {(moment) => <Moment key={`${moment.id} ${image}`} moment={moment} sharing={sharing} />}
    </QueryView>
  );
}

function Moment({ moment, sharing }: { moment: MomentView; sharing: ReactNode }) {
  const query = useQuery(imagesQuery(moment.id));
  const mayEdit = useCan('review.edit');
  const queryClient = useQueryClient();
  const [address] = useSearchParams();
  const [page] = useState(() => createPage(moment.id, queryClient, address));
  useEffect(() => page.follow(), [page]);
  useEffect(() => page.saveOnReconnect(), [page]);
  // Running saves continue after the page is left, so only other unsaved texts would be lost.
  const { guard } = useLeaveGuard(() => page.unsaved().some(({ isSaving }) => !isSaving));
  return (
    <PageContext value={page}>
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
                  <EmptyState text="No images yet." hint={mayEdit ? 'Add some with Add More Images.' : undefined} />
                )
              }
            </QueryView>
          </div>
          {query.data && <BottomBar />}
        </div>
        <InspectorPane sharing={sharing} />
        <SelectedImageDialogs />
        {guard}
        <ReplaceHandwrittenDialog />
        <ShareWithoutCaptionsDialog />
      </div>
    </PageContext>
  );
}

/** Skeleton of the page, in its final layout. */
function MomentSkeleton() {
  const isWide = useIsWide();
  const [isInspectorBeside] = useState(() => readPersistedChoice(...INSPECTOR) === 'open');
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
      {isWide && isInspectorBeside && <div className={`no-shrink surface-2 ${styles['inspector']}`} />}
    </div>
  );
}
