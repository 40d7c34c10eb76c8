import type { ImageView } from '@gmb-moments/backend/contract/images';
import { useState, type MouseEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useImageOrder } from './use-image-order';
import { usePane } from './use-pane';
import { useSelection } from './use-selection';
import { useStatusFilter } from './use-status-filter';

/** What lies over the page for the selected image. */
export type ImageDialog = 'preview' | 'edit' | 'feedback' | 'resubmit' | null;

/**
 * What the page shows of a moment's images: which are filtered out, which one is selected, what is open for it, and which are
 * chosen. The address may name the image that is selected first: `?image=4f2…`.
 * @param hasFailed whether the caption of an image could not be generated
 */
export function useWorkbench(momentId: string, images: ImageView[], hasFailed: (image: ImageView) => boolean) {
  const filter = useStatusFilter(images, hasFailed);
  const shown = filter.images.filter(({ isShown }) => isShown).map(({ image }) => image.id);
  const first = useSearchParams()[0].get('image');
  const { selected: selectedId, at, chosen, clicksChoose, act } = useSelection(shown, first);
  const selected = images.find(({ id }) => id === selectedId) ?? null;
  const order = useImageOrder({ momentId, images, chosen, isWhole: filter.filter === 'all' });
  const pane = usePane(selected !== null, first !== null);
  const [dialog, setDialog] = useState<ImageDialog>(null);

  /** The next rejected image in the order of the moment, counted from the selected one, which comes last. */
  function nextRejected() {
    const from = images.findIndex(({ id }) => id === selectedId);
    const inOrder = [...images.slice(from + 1), ...images.slice(0, from + 1)];
    return inOrder.find(({ status }) => status === 'rejected');
  }

  function selectNextRejected() {
    const next = nextRejected();
    if (!next) return;
    goTo(next.id);
    pane.showInspector();
  }

  /** Selects the next rejected image that is shown, unless another one was selected since this one was resubmitted. */
  function selectNextRejectedAfter(resubmittedId: string) {
    const next = nextRejected();
    if (selectedId === resubmittedId && next && shown.includes(next.id)) act({ type: 'select', id: next.id });
  }

  /** Selects an image, also one that the filter does not show. */
  function goTo(id: string) {
    if (!shown.includes(id)) filter.choose('all');
    act({ type: 'select', id });
  }

  /** Selects the image so many places further; stays where there is none. */
  const move = (delta: number, { isExtending = false } = {}) =>
    act({ type: 'step', delta, then: isExtending ? 'extend' : 'select' });

  /** Puts an image before the place of another one, and selects it. */
  function moveImage(id: string, gap: number) {
    act({ type: 'select', id });
    order.move(id, gap);
  }

  return {
    filter,
    selected,
    /** Place of the selected image among the shown ones: `3 of 12`; `''` while none is selected. */
    positionText: selected ? `${at + 1} of ${shown.length}` : '',
    isFirst: at <= 0,
    isLast: at >= shown.length - 1,
    move,
    goTo,
    /** A click on a tile: Shift and Ctrl choose, and so does a plain one while `clicksChoose`. */
    select: (id: string, { shiftKey, ctrlKey, metaKey }: MouseEvent) => {
      const type = shiftKey ? 'extend' : ctrlKey || metaKey ? 'toggle' : 'click';
      act({ type, id });
      if (type !== 'click' || clicksChoose) return;
      pane.showSelected();
    },
    selectNextRejected,
    selectNextRejectedAfter,
    /** The images that are chosen, in display order. */
    chosen: filter.images.map(({ image }) => image).filter(({ id }) => chosen.includes(id)),
    /** Whether a plain click on a tile chooses. */
    clicksChoose,
    /** Whether the page offers what is done to all chosen images. */
    isChoosing: clicksChoose || chosen.length > 0,
    /** Chooses or unchooses an image; with Shift, chooses up to it. */
    toggleChosen: (id: string, event?: MouseEvent) => act({ type: event?.shiftKey ? 'extend' : 'toggle', id }),
    chooseAll: () => act({ type: 'all' }),
    startChoosing: () => act({ type: 'start' }),
    clearChosen: () => act({ type: 'clear' }),
    order: { ...order, move: moveImage },
    /** Puts the selected image so many places further in the order of the moment. */
    reorder: (delta: number) => selected && order.move(selected.id, order.gapFor(selected.id, delta)),
    canReorder: (delta: number) => selected !== null && order.canMove(selected.id, order.gapFor(selected.id, delta)),
    dialog,
    openDialog: (id: string, opened: ImageDialog) => {
      if (opened) act({ type: 'select', id });
      setDialog(opened);
    },
    closeDialog: () => setDialog(null),
    pane,
  };
}

export type Workbench = ReturnType<typeof useWorkbench>;
