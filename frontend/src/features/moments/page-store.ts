import type { CaptionRunDetail } from '@gmb-moments/backend/contract/captions';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { QueryClient } from '@tanstack/react-query';
import { persistChoice, readPersistedChoice } from '../../lib/persisted-choice';
import { isWide } from '../../lib/media-queries';
import { createStore } from '../../lib/store';
import { captionRunsQuery } from '../../records/captions';
import { imagesQuery } from '../../records/images';
import { createRegeneration } from './captions/regeneration';
import { captionStatesOf } from './captions/caption-states';
import { createDraftStore } from './images/draft-store';
import type { ImageDialog, PageParts, PageState } from './page-state';
import { newSelection, withAction, withShown, type SelectionAction } from './selection';
import { createShareOrAsk } from './share-or-ask';
import { newFilter, shownBy, type Filter } from './status-filter';
import { viewOf } from './view';

/** Used until images and runs are loaded. Constants, so that memoized values stay the same. */
export const NO_IMAGES: ImageView[] = [];
export const NO_RUNS: CaptionRunDetail[] = [];

export const INSPECTOR = ['moment-inspector', ['open', 'closed']] as const;

/**
 * Creates the store of a moment's page with its actions.
 * @param address query string with the initial selection and filter: `?image=4f2…&status=rejected`
 */
export function createPage(momentId: string, queryClient: QueryClient, address: URLSearchParams) {
  const first = address.get('image');
  const store = createStore<PageState>({
    selection: newSelection(first ?? ''),
    filter: newFilter(address.get('status')),
    dialog: null,
    isInspectorBeside: readPersistedChoice(...INSPECTOR) === 'open',
    isInspectorOver: first !== null,
    isSharing: false,
    moveAnnouncement: '',
    drafts: {},
    replacing: {},
    problems: {},
    requests: {},
    replaceQuestion: null,
    shareQuestion: null,
  });
  const updateState = (changes: Partial<PageState>) => store.set({ ...store.get(), ...changes });
  const images = () => queryClient.getQueryData(imagesQuery(momentId).queryKey) ?? NO_IMAGES;
  const parts: PageParts = { momentId, queryClient, store, updateState, images };
  const texts = createDraftStore(parts);
  const regeneration = createRegeneration(parts);
  const captionsOf = lastResult(captionStatesOf);
  const viewBy = lastResult(viewOf);
  const captions = () =>
    captionsOf(
      images(),
      queryClient.getQueryData(captionRunsQuery(momentId).queryKey) ?? NO_RUNS,
      store.get().requests,
    );
  const view = () => viewBy(store.get().filter, store.get().selection, images(), captions());

  /** Stores which images are shown, so that an image that changes keeps its place. */
  function rememberShown() {
    const { filter, selection } = store.get();
    const kept = filter.by === 'all' ? filter.kept : shownBy(filter, images(), captions().hasFailed);
    const next = {
      filter: kept === filter.kept ? filter : { ...filter, kept },
      selection: withShown(selection, view().shown),
    };
    if (next.filter !== filter || next.selection !== selection) updateState(next);
  }

  function applySelection(action: SelectionAction) {
    updateState({ selection: withAction(store.get().selection, action, view().shown) });
  }

  function chooseFilter(by: Filter) {
    updateState({ filter: newFilter(by) });
    rememberShown();
  }

  /** Selects an image; resets the filter if it hides the image. */
  function goTo(id: string) {
    if (!view().shown.includes(id)) chooseFilter('all');
    applySelection({ type: 'select', id });
  }

  function setInspector(isOpen: boolean) {
    if (!isWide()) return updateState({ isInspectorOver: isOpen });
    persistChoice(INSPECTOR[0], isOpen ? 'open' : 'closed');
    updateState({ isInspectorBeside: isOpen });
  }

  function showInspector() {
    updateState({ isSharing: false });
    setInspector(true);
  }

  /** The next rejected image after the selected one; the search wraps around and ends with the selected image. */
  function nextRejected() {
    const all = images();
    const from = all.findIndex(({ id }) => id === view().selected?.id);
    return [...all.slice(from + 1), ...all.slice(0, from + 1)].find(({ status }) => status === 'rejected');
  }

  function openDialog(id: string, dialog: ImageDialog) {
    applySelection({ type: 'select', id });
    updateState({ dialog });
  }

  return {
    ...parts,
    ...texts,
    ...regeneration,
    ...createShareOrAsk(parts),
    captionsOf,
    viewBy,
    view,
    applySelection,
    chooseFilter,
    goTo,
    /** Moves the selection by `delta` images; does nothing at the end. */
    move: (delta: number, { isExtending = false } = {}) =>
      applySelection({ type: 'step', delta, then: isExtending ? 'extend' : 'select' }),
    /**
     * Handles a click on a tile. With Shift, Ctrl or Cmd it chooses; a plain click does so in the mode
     * `clicksChoose`.
     */
    clickTile(id: string, { shiftKey, ctrlKey, metaKey }: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>) {
      if (shiftKey) return applySelection({ type: 'extend', id });
      if (ctrlKey || metaKey) return applySelection({ type: 'toggle', id });
      applySelection({ type: 'click', id });
      // On wide windows, an inspector that was closed stays closed.
      if (!store.get().selection.clicksChoose)
        updateState({ isSharing: false, ...(!isWide() && { isInspectorOver: true }) });
    },
    selectNextRejected() {
      const rejected = nextRejected();
      if (!rejected) return;
      goTo(rejected.id);
      showInspector();
    },
    setInspector,
    toggleInspector() {
      const { isSharing, isInspectorBeside, isInspectorOver } = store.get();
      const isOpen = isWide() ? isInspectorBeside : isInspectorOver;
      if (isSharing || !isOpen) showInspector();
      else setInspector(false);
    },
    setSharing: (isSharing: boolean) => updateState({ isSharing }),
    toggleSharing: () => updateState({ isSharing: !store.get().isSharing }),
    openDialog,
    /** Handles a double click on a tile; in the mode `clicksChoose`, it counts as two clicks. */
    openPreview(id: string) {
      if (!store.get().selection.clicksChoose) openDialog(id, 'preview');
    },
    closeDialog: () => updateState({ dialog: null }),
    setMoved: (moved: string) => updateState({ moveAnnouncement: moved }),
    setProblem: (imageId: string, problem: string) =>
      updateState({ problems: { ...store.get().problems, [imageId]: problem || undefined } }),
    setReplacing: (imageId: string, percent: number | undefined) =>
      updateState({ replacing: { ...store.get().replacing, [imageId]: percent } }),
    /** Stores a rejected image before its resubmission, so that the inspector can offer Undo. */
    rememberRejected(image: ImageView) {
      const { filter } = store.get();
      updateState({ filter: { ...filter, resubmitted: new Map(filter.resubmitted).set(image.id, image) } });
    },
    /**
     * Closes the dialog of a resubmission, and selects the next shown rejected image, unless another image was
     * selected meanwhile.
     */
    afterResubmission(imageId: string) {
      const { selected, shown } = view();
      if (selected?.id !== imageId) return;
      const { dialog } = store.get();
      if (dialog === 'feedback' || dialog === 'resubmit') updateState({ dialog: null });
      const rejected = nextRejected();
      if (rejected && shown.includes(rejected.id)) applySelection({ type: 'select', id: rejected.id });
    },
    /** Watches the images and runs in the query cache until the returned function is called. */
    follow() {
      const keys = [imagesQuery(momentId).queryKey, captionRunsQuery(momentId).queryKey].map((key) => key.join());
      const changed = () => {
        regeneration.checkRuns();
        rememberShown();
      };
      changed();
      return queryClient.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && keys.includes(query.queryKey.join())) changed();
      });
    },
  };
}

export type Page = ReturnType<typeof createPage>;

/** Memoizes the last call of a function, because many components compute the same value after each change. */
function lastResult<Arguments extends unknown[], Result>(make: (...args: Arguments) => Result) {
  let last: { args: Arguments; result: Result } | undefined;
  return (...args: Arguments): Result => {
    if (!last?.args.every((argument, index) => argument === args[index])) last = { args, result: make(...args) };
    return last.result;
  };
}
