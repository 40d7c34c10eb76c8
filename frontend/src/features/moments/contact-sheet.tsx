import { Segmented, Skeleton } from 'antd';
import { WarningIcon } from '../../ui/icons';
import { LiveRegion } from '../../ui/live-region';
import { useDeferredValue } from 'react';
import { EmptyState, Loading } from '../../ui/placeholders';
import { STATUS_LABELS } from '../../ui/status-tag';
import { useIsMobile } from '../../lib/media-queries';
import { ImageTile } from './images/image-tile';
import { useDragOrder } from './images/use-drag-order';
import styles from './moment-page.module.css';
import { matches, STATUS_FILTERS, type Filter } from './status-filter';
import { useImageOrder } from './use-image-order';
import { useImages, usePage, usePageState, useCaptionStates, useView } from './use-page';

const FILTER_LABELS = { ...STATUS_LABELS, all: 'All', warnings: 'Has warnings' };

/** The grid of a moment's images that match the filter. */
export function ContactSheet() {
  const images = useImages();
  const captions = useCaptionStates();
  // Deferred, so that the filter's control responds before the images are rerendered.
  const filter = useDeferredValue(usePageState((state) => state.filter));
  const { items, shown, selected, chosen } = useView(filter);
  const clicksChoose = usePageState((state) => state.selection.clicksChoose);
  const moved = usePageState((state) => state.moveAnnouncement);
  const order = useImageOrder();
  const drag = useDragOrder(
    images.map(({ id }) => id),
    order,
  );
  return (
    <>
      {shown.length === 0 && (
        <EmptyState text={filter.by === 'warnings' ? 'No image has warnings' : `No ${filter.by} images`} />
      )}
      <LiveRegion>{moved}</LiveRegion>
      <ul
        aria-label="Photos"
        data-contact-sheet
        data-choosing={clicksChoose || chosen.length > 0 || undefined}
        className={`grid ${styles['sheetGrid']} ${drag.className}`}
        {...drag.handlers}
      >
        {items.map(({ image, number, isShown, noLongerMatches }) => (
          // Tiles that do not match stay mounted, because mounting thirty tiles takes noticeably long.
          <li key={image.id} hidden={!isShown} draggable={order.canDrag} {...drag.tile(number - 1)}>
            <ImageTile
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
    </>
  );
}

/** The filter by status, with the number of images in each. */
export function StatusFilterBar() {
  const images = useImages();
  const { chooseFilter } = usePage();
  const by = usePageState(({ filter }) => filter.by);
  const isMobile = useIsMobile();
  const options = [...STATUS_FILTERS, 'warnings' as const]
    .map((value) => ({ value, count: images.filter((image) => matches(image, value)).length }))
    .filter(({ value, count }) => value !== 'warnings' || count > 0 || by === 'warnings');
  return (
    <div className={`grow ${styles['filters']}`}>
      <Segmented<Filter>
        aria-label="Filter images by status"
        value={by}
        onChange={chooseFilter}
        styles={isMobile ? TIGHT : undefined}
        options={options.map(({ value, count }) => ({ value, label: <FilterLabel filter={value} count={count} /> }))}
      />
    </div>
  );
}

/** Name and count of a filter. Warnings have an icon, which replaces the name if there is little room. */
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

/** Placeholders for the images while they load. */
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
