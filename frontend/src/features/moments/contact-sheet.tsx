import type { ImageView } from '@gmb-moments/backend/contract/images';
import { Segmented, Skeleton } from 'antd';
import { LiveRegion } from '../../ui/live-region';
import { startTransition, useOptimistic, type ReactNode } from 'react';
import { EmptyState, Loading } from '../../ui/placeholders';
import type { Slot } from '../../ui/slot';
import { useIsMobile } from '../../lib/media';
import { useStableCallback } from '../../lib/use-stable-callback';
import type { CaptionProblem, Captions, Rewriting } from './captions/use-captions';
import type { Editing } from './images/image-edit-dialog';
import { ImageItem } from './images/image-item';
import { ImagePreview } from './images/image-preview';
import type { UnsavedTexts } from './images/unsaved-texts';
import { useDragOrder } from './images/use-drag-order';
import styles from './moment-page.module.css';
import { matches, STATUS_FILTERS, type Filter, type StatusFilter } from './use-status-filter';
import type { Workbench } from './use-workbench';

const FILTER_LABELS: Record<Exclude<Filter, 'failed'>, string> = {
  all: 'All',
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
};

interface Props {
  captions: Captions;
  workbench: Workbench;
  /** Where the selected image is shown at large. */
  inspector: Slot;
  /** What the inspector holds for the selected image: its menu, and the way to other images. */
  menu: ReactNode;
  steps: ReactNode;
  /** The dialog that edits the caption of the selected image. */
  editing: Editing;
  unsaved: UnsavedTexts;
}

/** The images of a moment that the filter shows. */
export function ContactSheet({ captions, workbench, inspector, menu, steps, editing, unsaved }: Props) {
  const { filter, selected, chosen, order } = workbench;
  const drag = useDragOrder(
    workbench.images.map(({ id }) => id),
    order,
  );
  const regenerate = useStableCallback(
    (imageId: string, rewriting: Rewriting) => void captions.regenerate([imageId], rewriting),
  );
  const isAnyShown = filter.images.some(({ isShown }) => isShown);
  return (
    <>
      {!isAnyShown && <EmptyState text={`No ${filter.filter} images`} />}
      <LiveRegion>{order.note}</LiveRegion>
      <ul
        aria-label="Photos"
        data-contact-sheet
        data-choosing={workbench.isChoosing || undefined}
        className={`${styles['sheetGrid']} ${drag.className}`}
        {...drag.handlers}
      >
        {filter.images.map(({ image, number, isShown, noLongerMatches, rejected }) => {
          const isSelected = image.id === selected?.id;
          return (
            // Tiles that are filtered out stay mounted: they hold what was typed, and mounting thirty again would block the page.
            <li key={image.id} hidden={!isShown} draggable={order.canDrag} {...drag.tile(number - 1)}>
              <ImageItem
                image={image}
                number={number}
                isSelected={isSelected}
                isChosen={chosen.includes(image)}
                isPicking={workbench.isPicking}
                keys={isSelected && workbench.dialog === null ? (chosen.length > 0 ? 'edit' : 'all') : null}
                noLongerMatches={noLongerMatches}
                rejected={rejected}
                onResubmit={filter.remember}
                onResubmitted={workbench.goOnFrom}
                activity={captions.activityOn(image)}
                {...captionProblem(image, captions)}
                onRegenerate={regenerate}
                inspector={inspector}
                menu={isSelected ? menu : null}
                steps={isSelected ? steps : null}
                dialog={isSelected ? workbench.dialog : null}
                editing={isSelected && workbench.dialog === 'edit' ? editing : null}
                unsaved={unsaved}
                onDialog={workbench.openDialog}
                onSelect={workbench.select}
                onChoose={workbench.toggle}
              />
            </li>
          );
        })}
      </ul>
      {selected && workbench.dialog === 'preview' && (
        <ImagePreview
          image={selected}
          place={workbench.place}
          steps={steps}
          onStep={workbench.move}
          onClose={workbench.closeDialog}
        />
      )}
    </>
  );
}

/** Returns the failure of the last regeneration of a caption, else that of the last run for missing captions. */
function captionProblem(image: ImageView, { rewriteProblem, generationProblem }: Captions) {
  const ofRewrite = rewriteProblem(image.id);
  if (ofRewrite?.message) return labelled('Not regenerated', ofRewrite);
  return labelled('No caption', generationProblem(image));
}

function labelled(what: string, problem: CaptionProblem | undefined) {
  return { captionProblem: problem ? `${what}: ${problem.message}` : '', captionDetail: problem?.detail ?? '' };
}

/** The choice of a status, with the number of images in each. */
export function StatusFilterBar({ images, filter }: { images: ImageView[]; filter: StatusFilter }) {
  const isMobile = useIsMobile();
  // The choice is shown at once, and the images as soon as the browser has time.
  const [shown, show] = useOptimistic(filter.filter);
  const choose = (chosen: Filter) =>
    startTransition(() => {
      show(chosen);
      filter.choose(chosen);
    });
  return (
    <div className={styles['filters']}>
      <Segmented<Filter>
        aria-label="Filter images by status"
        value={shown}
        onChange={choose}
        styles={isMobile ? TIGHT : undefined}
        options={STATUS_FILTERS.map((value) => ({
          value,
          label: `${FILTER_LABELS[value]} (${images.filter((image) => matches(image, value)).length})`,
        }))}
      />
    </div>
  );
}

// Narrow padding and a small font, so that four options with two-digit counts fit on a phone.
const TIGHT = { label: { paddingInline: 6, fontSize: 13 } };

/** Stands in for the images while they are loaded. */
export function ContactSheetSkeleton({ count }: { count: number }) {
  return (
    <Loading label="Loading images">
      <div className={styles['sheetGrid']}>
        {Array.from({ length: count }, (_, index) => (
          <Skeleton.Node key={index} active style={{ width: '100%', height: 'auto', aspectRatio: '4 / 3.6' }} />
        ))}
      </div>
    </Loading>
  );
}
