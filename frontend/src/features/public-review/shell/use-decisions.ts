import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslator } from '../../../lib/texts/translator';
import { HttpError } from '../../../lib/http';
import { toast, type ToastAction } from '../../../lib/toast';
import { keepFocus } from './card';
import {
  OUTDATED_DECISION_TEXTS,
  isLinkThrottled,
  type Decision,
  type DecisionRules,
  type ReviewItem,
  type ApproveAllResult,
} from './review-item';
import { draftKey, tabStorage } from './visit';
import { isFocusOnItemOrNowhere, showCard, showPageTop } from './show-card';

/**
 * Approve, reject and approve all. Nothing is shown as decided before the server has it: each stays pending until the page
 * was read again.
 * @param onNext replaces the advance to the card of the next undecided item, which is missing when none is left, or to the
 *   head of the page when all are decided
 * @returns what the buttons and the dialog that asks for feedback need
 */
export function useDecisions<Item extends ReviewItem>(
  items: Item[],
  rules: DecisionRules<Item>,
  onNext?: (next: Item | undefined) => void,
) {
  const t = useTranslator();
  const { refresh } = rules;
  const [progress, setProgress] = useState(0);
  /** What the dialog is about, as it was when the dialog opened. */
  const [asOpened, setAsOpened] = useState<Item>();
  /** What was decided, or undone, last. */
  const [lastDecision, setLastDecision] = useState<{ item: Item; isUndone: boolean }>();
  const toastFailure = (error: Error, decision: Decision, item?: Item) => {
    const code = error instanceof HttpError ? error.code : undefined;
    const outdated = code && OUTDATED_DECISION_TEXTS[code];
    if (outdated) toast.info(t.text(outdated[0]), t.text(outdated[1], { name: item?.name ?? '' }));
    else if (code === 'DECISION_FINAL') toast.info(t.text('review.decisionStands'), t.reasonOf(error));
    else toast.error(...rules.failed(error, decision));
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
    // What was approved before was not decided again.
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
    // The page may show it as pending for a moment longer.
    const isDone = items.every(({ id, status, isReady }) => id === from.id || status !== 'pending' || !isReady);
    if (onNext) onNext(next);
    // Leave the focus where the person has moved it meanwhile.
    else if (rejectedItem || !isFocusOnItemOrNowhere(from)) keepFocus(from);
    else if (next) showCard(next);
    else if (isDone) showPageTop();
    else keepFocus(from);
  });
  const showAgain = useEffectEvent((item: Item) => {
    if (onNext) onNext(item);
    else if (!rejectedItem) showCard(item);
  });
  // Behind the render in which the buttons of the decided item are gone, and its dialog closed.
  useEffect(() => {
    if (lastDecision) (lastDecision.isUndone ? showAgain : advance)(lastDecision.item);
  }, [lastDecision]);
  return {
    approving: approve.isPending || approveAll.isPending,
    rejecting: reject.isPending || approveAll.isPending,
    bulk: approveAll.isPending ? { done: progress, total: approveAll.variables.length } : undefined,
    approve: (item: Item) =>
      approve.mutate(item, {
        // "Change Status" keeps the focus, for its menu may be open.
        onSuccess: () => item.status === 'pending' && setLastDecision({ item, isUndone: false }),
      }),
    /** At the head of the page reviewers see what came of it. */
    approveAll: (chosen: Item[]) =>
      approveAll.mutate(chosen, { onSuccess: ({ failed }) => failed.length === 0 && showPageTop() }),
    /** Asks why an item is rejected; the dialog does not open under the last toast. */
    askForFeedback: (item: Item) => {
      toast.clear();
      reject.reset();
      setAsOpened(item);
    },
    /** The dialog that asks, about an item as it stands now. */
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

/** The next item that is to be decided, from the start again behind the last one. */
function nextOf<Item extends ReviewItem>(items: Item[], from: Item): Item | undefined {
  const at = items.findIndex(({ id }) => id === from.id);
  const others = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))];
  return others.find(({ status, isReady }) => status === 'pending' && isReady);
}

/**
 * Approves one after the other, so that the history has them in the order of the page. One that is refused does not stop
 * the others, unless the server takes no more for now: the rest is then refused with the same reason.
 * @param onProgress called after each with how many are done
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
