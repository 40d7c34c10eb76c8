import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LiveRegion } from '../../ui/live-region';
import { useGeneration } from './captions/use-generation';
import { useBulkActions } from './images/use-bulk-actions';
import { settingsQuery } from '../../records/settings';
import { BuiltInWriterNotice } from '../../ui/built-in-writer-notice';
import { BulkBar } from './bulk-bar';
import { StepBar } from './step-bar';
import styles from './step-bar.module.css';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { hasCaption } from '../../records/captions';
import { useImages, useNextStep, usePage, usePageState, usePane, useCaptionStates, useView } from './use-page';
import { isRunActive } from '@gmb-moments/backend/contract/statuses';
import { Button } from 'antd';
import { AlertIcon } from '../../ui/icons';
import { countText } from '../../lib/count-text';
import { useCan } from '../../records/permissions';

/** The bar at the bottom of a moment's page: the next step, or the bulk actions while images are being chosen. */
export function BottomBar() {
  const images = useImages();
  const next = useNextStep();
  const { chosen, selected } = useView();
  const { isInspecting } = usePane();
  const isEditing = usePageState(({ dialog }) => dialog === 'edit');
  const clicksChoose = usePageState(({ selection }) => selection.clicksChoose);
  const bulk = useBulkActions();
  const count = chosen.length;
  const isEveryCaptionOpened = useCaptionsOpened(images, isInspecting || isEditing ? selected : null);
  return (
    <div className={`surface ${styles['bottom']}`}>
      <LiveRegion>{count > 0 && `${count} selected`}</LiveRegion>
      {next === 'generate' && <WriterNotice />}
      <FailedCaptions />
      {clicksChoose || count > 0 ? <BulkBar bulk={bulk} /> : <StepBar isEveryCaptionOpened={isEveryCaptionOpened} />}
    </div>
  );
}

function WriterNotice() {
  return <BuiltInWriterNotice banner settings={useQuery(settingsQuery).data} />;
}

const STORAGE_KEY = 'opened-captions';
/** Number of image ids that are remembered; older ones are dropped. */
const REMEMBERED_MAX = 1000;

/**
 * Whether staff have opened every caption in this browser, not counting approved images.
 * @param opened the image whose fields are on screen now; `null` for none
 */
function useCaptionsOpened(images: ImageView[], opened: ImageView | null): boolean {
  const [seen, setSeen] = useState(read);
  if (opened && hasCaption(opened) && !seen.includes(opened.id)) setSeen([...seen, opened.id].slice(-REMEMBERED_MAX));
  useEffect(() => localStorage.setItem(STORAGE_KEY, seen.join(' ')), [seen]);
  return images.every(({ id, status }) => status === 'approved' || seen.includes(id));
}

function read(): string[] {
  return localStorage.getItem(STORAGE_KEY)?.split(' ') ?? [];
}

/** After a run with failures: their number, a filter that shows their photos, and a button that retries them. */
function FailedCaptions() {
  const { chooseFilter } = usePage();
  const { generation, hasFailed } = useCaptionStates();
  const { generate, isStarting } = useGeneration();
  const isShown = usePageState(({ filter }) => filter.by === 'failed');
  const mayGenerate = useCan('review.generate');
  const failed = useImages().filter(hasFailed);
  if (!generation || isRunActive(generation.state) || failed.length === 0) return null;
  return (
    <section aria-label="Failed captions" className={`row rejected ruled gap-8 ${styles['failed']}`}>
      <AlertIcon />
      <span>{`${countText(failed.length, 'caption')} failed`}</span>
      <Button type="text" onClick={() => chooseFilter(isShown ? 'all' : 'failed')}>
        {isShown ? 'Show all' : 'Show failed'}
      </Button>
      {mayGenerate && (
        <Button type="text" loading={isStarting} onClick={generate}>
          Retry failed
        </Button>
      )}
    </section>
  );
}
