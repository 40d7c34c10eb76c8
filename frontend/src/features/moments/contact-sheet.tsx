import { Segmented, Skeleton } from 'antd';
import { WarningIcon } from '../../ui/icons';
import { LiveRegion } from '../../ui/live-region';
import { startTransition, useOptimistic } from 'react';
import { EmptyState, Loading } from '../../ui/placeholders';
import { LABELS } from '../../ui/status-tag';
import { useIsMobile } from '../../lib/media';
import { ImageItem } from './images/image-item';
import { ImagePreview } from './images/image-preview';
import { useDragOrder } from './images/use-drag-order';
import styles from './moment-page.module.css';
import { usePageState } from './page-state';
import { matches, STATUS_FILTERS, type Filter } from './use-status-filter';

const FILTER_LABELS = { ...LABELS, all: 'All', warnings: 'Has warnings' };

/** The images of a moment that the filter shows. */
export function ContactSheet() {
  const { images, captions, workbench } = usePageState();
  const { filter, selected, chosen, order } = workbench;
  const drag = useDragOrder(
    images.map(({ id }) => id),
    order,
  );
  const isAnyShown = filter.images.some(({ isShown }) => isShown);
  return (
    <>
      {!isAnyShown && (
        <EmptyState text={filter.filter === 'warnings' ? 'No image has warnings' : `No ${filter.filter} images`} />
      )}
      <LiveRegion>{order.note}</LiveRegion>
      <ul
        aria-label="Photos"
        data-contact-sheet
        data-choosing={workbench.isChoosing || undefined}
        className={`grid ${styles['sheetGrid']} ${drag.className}`}
        {...drag.handlers}
      >
        {filter.images.map(({ image, number, isShown, noLongerMatches }) => (
          // Tiles that are filtered out stay mounted: they hold what was typed, and mounting thirty again would block the page.
          <li key={image.id} hidden={!isShown} draggable={order.canDrag} {...drag.tile(number - 1)}>
            <ImageItem
              image={image}
              number={number}
              isSelected={image.id === selected?.id}
              isChosen={chosen.includes(image)}
              noLongerMatches={noLongerMatches}
              activity={captions.activityOn(image)}
              isFailed={captions.problemOf(image) !== undefined}
            />
          </li>
        ))}
      </ul>
      {selected && workbench.dialog === 'preview' && <ImagePreview image={selected} />}
    </>
  );
}

/** The choice of a status, with the number of images in each. */
export function StatusFilterBar() {
  const {
    images,
    workbench: { filter },
  } = usePageState();
  const isMobile = useIsMobile();
  // The choice is shown at once, and the images as soon as the browser has time.
  const [shown, show] = useOptimistic(filter.filter);
  const choose = (chosen: Filter) =>
    startTransition(() => {
      show(chosen);
      filter.choose(chosen);
    });
  const options = [...STATUS_FILTERS, 'warnings' as const]
    .map((value) => ({ value, count: images.filter((image) => matches(image, value)).length }))
    .filter(({ value, count }) => value !== 'warnings' || count > 0 || shown === 'warnings');
  return (
    <div className={`grow ${styles['filters']}`}>
      <Segmented<Filter>
        aria-label="Filter images by status"
        value={shown}
        onChange={choose}
        styles={isMobile ? TIGHT : undefined}
        options={options.map(({ value, count }) => ({ value, label: <FilterLabel filter={value} count={count} /> }))}
      />
    </div>
  );
}

/** Words and count; warnings have a sign, which stands alone where there is little room. */
function FilterLabel({ filter, count }: { filter: Exclude<Filter, 'failed'>; count: number }) {
  if (filter !== 'warnings') return `${FILTER_LABELS[filter]} (${count})`;
  return (
    <span title={FILTER_LABELS.warnings} className={`inline gap-4 ${styles['warnings']}`}>
      <WarningIcon size={14} />
      <span>{FILTER_LABELS.warnings}</span> ({count})
    </span>
  );
}

// Narrow padding and a small font, so that four options with two-digit counts fit on a phone.
const TIGHT = { label: { paddingInline: 6, fontSize: 13 } };

/** Stands in for the images while they are loaded. */
export function ContactSheetSkeleton({ count }: { count: number }) {
  return (
    <Loading label="Loading images">
      <div className={`grid ${styles['sheetGrid']}`}>
        {Array.from({ length: count }, (_, index) => (
          <Skeleton.Node key={index} active style={{ width: '100%', height: 'auto', aspectRatio: '4 / 3.6' }} />
        ))}
      </div>
    </Loading>
  );
}
