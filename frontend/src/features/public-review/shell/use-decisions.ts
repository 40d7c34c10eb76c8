import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslator } from '../../../lib/texts/translator';
import { HttpError } from '../../../lib/http';
import { toast, type ToastAction } from '../../../lib/toast';
import { keepFocus } from './card';
import {
  OUTDATED_DECISION_TEXTS,
  isLinkThrottled,
  type DecisionAction,
  type DecisionRules,
  type ReviewItem,
  type ApproveAllResult,
} from './review-item';
import { draftKey, tabStorage } from './browser-storage';
import { isFocusOnItemOrNowhere, showCard, showPageTop } from './show-card';

/**
 * The mutations approve, reject, approve all and undo. There are no optimistic updates: an item stays pending until
 * the page's data was refetched.
 * @param onNext called after a decision with the next undecided item, or `undefined` if there is none. By default,
 * the focus moves to
 *   that item's card, or to the top of the page when all are decided
 * @returns props of the buttons and of the feedback dialog
 */
export function useDecisions<Item extends ReviewItem>(
  items: Item[],
  rules: DecisionRules<Item>,
  onNext?: (next: Item | undefined) => void,
) {
  const t = useTranslator();
  const { refresh } = rules;
  const [progress, setProgress] = useState(0);
  /** The item that the feedback dialog is about, as it was when the dialog was opened. */
  const [asOpened, setAsOpened] = useState<Item>();
  /** The last decision, or undo of one. */
  const [lastDecision, setLastDecision] = useState<{ item: Item; isUndone: boolean }>();
  const toastFailure = (error: Error, action: DecisionAction, item?: Item) => {
    const code = error instanceof HttpError ? error.code : undefined;
    const outdated = code && OUTDATED_DECISION_TEXTS[code];
    if (outdated) toast.info(t.text(outdated[0]), t.text(outdated[1], { name: item?.name ?? '' }));
    else if (code === 'DECISION_FINAL') toast.info(t.text('review.decisionStands'), t.reasonOf(error));
    else toast.error(...rules.failed(error, action));
  };

  const undo = useMutation({
    mutationFn: async ({ items: chosen, feedback = '' }: { items: Item[]; feedback?: string }) => {
      for (const item of chosen) {
        await rules.undo(item);
        if (feedback) tabStorage.write(draftKey(rules.draftNameOf(item)), feedback);
      }
    },
    onSuccess: () => toast.success(t.text('undone')),
    onError: (error, { items: [first] }) => toastFailure(error, 'undo', first),
    onSettled: refresh,
  });
  const undoOf = (chosen: Item[], feedback?: string): ToastAction => ({
    label: t.text('undo'),
    run: () =>
      undo.mutate(
        { items: chosen, feedback },
        { onSuccess: () => setLastDecision({ item: chosen[0]!, isUndone: true }) },
      ),
  });

  const approve = useMutation({
    mutationFn: rules.approve,
    // Approving an approved item changes nothing, so there is nothing to undo.
    onSuccess: (_answer, item) =>
      toast.success(t.text('review.approved'), rules.approved, item.status === 'approved' ? undefined : undoOf([item])),
    onError: (error, item) => toastFailure(error, 'approve', item),
    onSettled: refresh,
  });
  const reject = useMutation({
    mutationFn: ({ item, feedback }: { item: Item; feedback: string }) => rules.reject(item, feedback),
    onSuccess: (_answer, { item, feedback }) => {
      tabStorage.write(draftKey(rules.draftNameOf(item)), '');
      const sentence = t.text('feedback.submittedText');
      toast.success(t.text('feedback.submitted'), sentence, undoOf([item], feedback));
    },
    onError: (error, { item }) => toastFailure(error, 'reject', item),
    onSettled: refresh,
  });
  const approveAll = useMutation({
    mutationFn: (chosen: Item[]) => approveEach(chosen, rules.approve, setProgress),
    onMutate: () => setProgress(0),
    onSuccess: (tally) => rules.report(tally, undoOf(tally.approved)),
    onError: (error) => toastFailure(error, 'approveAll'),
    onSettled: refresh,
  });

  const rejectedItem = items.find(({ id }) => id === asOpened?.id);
  const advance = useEffectEvent((from: Item) => {
    const next = nextOf(items, from);
    // `from` may still be pending in the page's data.
    const isDone = items.every(({ id, status, isReady }) => id === from.id || status !== 'pending' || !isReady);
    if (onNext) onNext(next);
    // The reviewer may have moved the focus: it stays there.
    else if (rejectedItem || !isFocusOnItemOrNowhere(from)) keepFocus(from);
    else if (next) showCard(next);
    else if (isDone) showPageTop();
    else keepFocus(from);
  });
  const showAgain = useEffectEvent((item: Item) => {
    if (onNext) onNext(item);
    else if (!rejectedItem) showCard(item);
  });
  // In an effect, so that it runs after the buttons of the decided item and its dialog have been removed.
  useEffect(() => {
    if (lastDecision) (lastDecision.isUndone ? showAgain : advance)(lastDecision.item);
  }, [lastDecision]);
  return {
    approving: approve.isPending || approveAll.isPending,
    rejecting: reject.isPending || approveAll.isPending,
    bulk: approveAll.isPending ? { done: progress, total: approveAll.variables.length } : undefined,
    approve: (item: Item) =>
      approve.mutate(item, {
        // For a decided item, the focus stays on "Change Status", whose menu may be open.
        onSuccess: () => item.status === 'pending' && setLastDecision({ item, isUndone: false }),
      }),
    /** Approves several items, then scrolls to the summary at the top of the page. */
    approveAll: (chosen: Item[]) =>
      approveAll.mutate(chosen, { onSuccess: ({ failed }) => failed.length === 0 && showPageTop() }),
    /** Opens the feedback dialog for an item, and closes the current toast, which would cover it. */
    askForFeedback: (item: Item) => {
      toast.clear();
      reject.reset();
      setAsOpened(item);
    },
    /** Props of the feedback dialog; `undefined` while it is closed. */
    dialog: rejectedItem &&
      asOpened && {
        item: rejectedItem,
        asOpened,
        draftName: rules.draftNameOf(rejectedItem),
        isSending: reject.isPending || reject.isSuccess,
        onSubmit: (feedback: string) => {
          const close = () => {
            setAsOpened((now) => (now?.id === rejectedItem.id ? undefined : now));
            if (rejectedItem.status === 'pending') setLastDecision({ item: rejectedItem, isUndone: false });
          };
          reject.mutate({ item: rejectedItem, feedback }, { onSuccess: close });
        },
        onClose: () => setAsOpened(undefined),
      },
  };
}

/** The next undecided item after `from`; after the last item, the search continues from the first. */
function nextOf<Item extends ReviewItem>(items: Item[], from: Item): Item | undefined {
  const at = items.findIndex(({ id }) => id === from.id);
  const others = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))];
  return others.find(({ status, isReady }) => status === 'pending' && isReady);
}

/**
 * Approves items one after the other, so that the history has them in the order of the page. A refused item does not
 * stop the others, unless the link is throttled: then the remaining items fail with the same error.
 * @param onProgress called after each item with the number of processed items
 */
async function approveEach<Item>(
  items: Item[],
  approve: (item: Item) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<ApproveAllResult<Item>> {
  const approved: Item[] = [];
  const failed: ApproveAllResult<Item>['failed'] = [];
  let throttled: HttpError | undefined;
  for (const [index, item] of items.entries()) {
    const error = throttled ?? (await httpErrorOf(approve(item)));
    if (error && isLinkThrottled(error)) throttled = error;
    if (error) failed.push({ item, error });
    else approved.push(item);
    onProgress(index + 1);
  }
  return { total: items.length, approved, failed };
}

async function httpErrorOf(answer: Promise<unknown>): Promise<HttpError | undefined> {
  try {
    await answer;
    return undefined;
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}
