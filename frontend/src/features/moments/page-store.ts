import type { CaptionRunDetail } from '@gmb-moments/backend/contract/captions';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { QueryClient } from '@tanstack/react-query';
import { persistChoice, readPersistedChoice } from '../../lib/persisted-choice';
import { isWide } from '../../lib/media-queries';
import { createStore } from '../../lib/store';
import { captionRunsQuery } from '../../records/captions';
import { imagesQuery } from '../../records/images';
import { createRegeneration } from './captions/regeneration';
import { runCaptions } from './captions/run-captions';
import { createTexts } from './images/texts';
import type { ImageDialog, PageParts, PageState } from './page-state';
import { newSelection, withAction, withShown, type SelectionAction } from './selection';
import { createShareOrAsk } from './share-or-ask';
import { newFilter, shownBy, type Filter } from './status-filter';
import { viewOf } from './view';

/** What is there before images and runs are loaded: the same each time, so that nothing made of it changes. */
export const NO_IMAGES: ImageView[] = [];
export const NO_RUNS: CaptionRunDetail[] = [];

export const INSPECTOR = ['moment-inspector', ['open', 'closed']] as const;

/**
 * The store of a moment's page, and what changes it.
 * @param address says which image is selected and which filter chosen at first: `?image=4f2…&status=rejected`
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
    moved: '',
    drafts: {},
    replacing: {},
    problems: {},
    requests: {},
    question: null,
    asked: null,
  });
  const set = (changes: Partial<PageState>) => store.set({ ...store.get(), ...changes });
  const images = () => queryClient.getQueryData(imagesQuery(momentId).queryKey) ?? NO_IMAGES;
  const parts: PageParts = { momentId, queryClient, store, set, images };
  const texts = createTexts(parts);
  const regeneration = createRegeneration(parts);
  const captionsOf = lastResult(runCaptions);
  const viewBy = lastResult(viewOf);
  const captions = () =>
    captionsOf(
      images(),
      queryClient.getQueryData(captionRunsQuery(momentId).queryKey) ?? NO_RUNS,
      store.get().requests,
    );
  const view = () => viewBy(store.get().filter, store.get().selection, images(), captions());

  /** Remembers what is shown, so that it stays in its place when it changes. */
  function rememberShown() {
    const { filter, selection } = store.get();
    const kept = filter.by === 'all' ? filter.kept : shownBy(filter, images(), captions().hasFailed);
    const next = {
      filter: kept === filter.kept ? filter : { ...filter, kept },
      selection: withShown(selection, view().shown),
    };
    if (next.filter !== filter || next.selection !== selection) set(next);
  }

  function act(action: SelectionAction) {
    set({ selection: withAction(store.get().selection, action, view().shown) });
  }

  function chooseFilter(by: Filter) {
    set({ filter: newFilter(by) });
    rememberShown();
  }

  /** Selects an image, also one that the filter does not show. */
  function goTo(id: string) {
    if (!view().shown.includes(id)) chooseFilter('all');
    act({ type: 'select', id });
  }

  function setInspector(isOpen: boolean) {
    if (!isWide()) return set({ isInspectorOver: isOpen });
    persistChoice(INSPECTOR[0], isOpen ? 'open' : 'closed');
    set({ isInspectorBeside: isOpen });
  }

  function showInspector() {
    set({ isSharing: false });
    setInspector(true);
  }

  /** The next rejected image in the order of the moment, counted from the selected one, which comes last. */
  function nextRejected() {
    const all = images();
    const from = all.findIndex(({ id }) => id === view().selected?.id);
    return [...all.slice(from + 1), ...all.slice(0, from + 1)].find(({ status }) => status === 'rejected');
  }

  function openDialog(id: string, dialog: ImageDialog) {
    act({ type: 'select', id });
    set({ dialog });
  }

  return {
    ...parts,
    ...texts,
    ...regeneration,
    ...createShareOrAsk(parts),
    captionsOf,
    viewBy,
    view,
    act,
    chooseFilter,
    goTo,
    /** Selects the image so many places further; stays where there is none. */
    move: (delta: number, { isExtending = false } = {}) =>
      act({ type: 'step', delta, then: isExtending ? 'extend' : 'select' }),
    /** A click on a tile: Shift and Ctrl choose, and so does a plain one while `clicksChoose`. */
    clickTile(id: string, { shiftKey, ctrlKey, metaKey }: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>) {
      if (shiftKey) return act({ type: 'extend', id });
      if (ctrlKey || metaKey) return act({ type: 'toggle', id });
      act({ type: 'click', id });
      // An inspector that was closed beside the images stays closed.
      if (!store.get().selection.clicksChoose) set({ isSharing: false, ...(!isWide() && { isInspectorOver: true }) });
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
    setSharing: (isSharing: boolean) => set({ isSharing }),
    toggleSharing: () => set({ isSharing: !store.get().isSharing }),
    openDialog,
    /** Opens the preview for a double click on a tile, except while clicks choose: then these are two such clicks. */
    openPreview(id: string) {
      if (!store.get().selection.clicksChoose) openDialog(id, 'preview');
    },
    closeDialog: () => set({ dialog: null }),
    setMoved: (moved: string) => set({ moved }),
    setProblem: (imageId: string, problem: string) =>
      set({ problems: { ...store.get().problems, [imageId]: problem || undefined } }),
    setReplacing: (imageId: string, percent: number | undefined) =>
      set({ replacing: { ...store.get().replacing, [imageId]: percent } }),
    /** Remembers a rejected image as it is before it is resubmitted. */
    rememberRejected(image: ImageView) {
      const { filter } = store.get();
      set({ filter: { ...filter, resubmitted: new Map(filter.resubmitted).set(image.id, image) } });
    },
    /**
     * Closes the dialog that a resubmission began in, and selects the next rejected image that is shown, unless another image was
     * selected since.
     */
    afterResubmission(imageId: string) {
      const { selected, shown } = view();
      if (selected?.id !== imageId) return;
      const { dialog } = store.get();
      if (dialog === 'feedback' || dialog === 'resubmit') set({ dialog: null });
      const rejected = nextRejected();
      if (rejected && shown.includes(rejected.id)) act({ type: 'select', id: rejected.id });
    },
    /** Follows the images and runs of the moment in the query cache. The returned function stops that. */
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

/** Returns the last result where the arguments are the same as before: many parts of the page ask for it with each change. */
function lastResult<Arguments extends unknown[], Result>(make: (...args: Arguments) => Result) {
  let last: { args: Arguments; result: Result } | undefined;
  return (...args: Arguments): Result => {
    if (!last?.args.every((argument, index) => argument === args[index])) last = { args, result: make(...args) };
    return last.result;
  };
}
