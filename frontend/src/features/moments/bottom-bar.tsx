import { useEffect, useState } from 'react';
import { LiveRegion } from '../../ui/live-region';
import { useBulk } from './images/use-bulk';
import { BuiltInWriterNotice } from '../../records/built-in-writer';
import { BulkBar } from './bulk-bar';
import { StepBar } from './step-bar';
import styles from './step-bar.module.css';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { hasCaption } from '../../records/captions';
import { usePageState } from './page-state';
import { isRunActive } from '@gmb-moments/backend/contract/statuses';
import { Button } from 'antd';
import { AlertIcon } from '../../ui/icons';
import { counted } from '../../lib/counted';

/** The bar at the bottom of a moment: the next step, or the bulk actions while images are being chosen. */
export function BottomBar() {
  const { images, next, workbench } = usePageState();
  const bulk = useBulk();
  const count = workbench.chosen.length;
  const { pane, dialog, selected } = workbench;
  const isEveryCaptionOpened = useCaptionsOpened(images, pane.isInspecting || dialog === 'edit' ? selected : null);
  return (
    <div className={`surface ${styles['bottom']}`}>
      <LiveRegion>{count > 0 && `${count} selected`}</LiveRegion>
      {next === 'generate' && <BuiltInWriterNotice banner />}
      <FailedCaptions />
      {workbench.isChoosing ? <BulkBar bulk={bulk} /> : <StepBar isEveryCaptionOpened={isEveryCaptionOpened} />}
    </div>
  );
}

const KEY = 'opened-captions';
/** Images that are remembered: the last ones. */
const KEPT = 1000;

/**
 * Whether every caption was opened in this browser, apart from those that the client approved.
 * @param opened the image whose fields are on screen
 */
function useCaptionsOpened(images: ImageView[], opened: ImageView | null): boolean {
  const [seen, setSeen] = useState(read);
  if (opened && hasCaption(opened) && !seen.includes(opened.id)) setSeen([...seen, opened.id].slice(-KEPT));
  useEffect(() => localStorage.setItem(KEY, seen.join(' ')), [seen]);
  return images.every(({ id, status }) => status === 'approved' || seen.includes(id));
}

function read(): string[] {
  return localStorage.getItem(KEY)?.split(' ') ?? [];
}

/** The captions that the last run could not write, once it has ended: shows their photos, and starts again for them. */
function FailedCaptions() {
  const { images, captions, workbench } = usePageState();
  const { generation, generationProblem, start } = captions;
  const { filter } = workbench;
  const failed = images.filter((image) => generationProblem(image) !== undefined);
  if (!generation || isRunActive(generation.state) || failed.length === 0) return null;
  const isShown = filter.filter === 'failed';
  return (
    <section aria-label="Failed captions" className={`row rejected ruled gap-8 ${styles['failed']}`}>
      <AlertIcon />
      <span>{`${counted(failed.length, 'caption')} failed`}</span>
      <Button type="text" onClick={() => filter.choose(isShown ? 'all' : 'failed')}>
        {isShown ? 'Show all' : 'Show failed'}
      </Button>
      <Button type="text" loading={start.isPending} onClick={() => start.mutate()}>
        Retry failed
      </Button>
    </section>
  );
}
