import type { Approval } from '@gmb-moments/backend/contract/statuses';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { HttpError } from '../../../lib/http';
import { toast, type ToastAction } from '../../../lib/toast';
import { keepFocus } from './card';
import { draftKey, sessionStore } from './session';
import { isStillAt, showCard, showThanks } from './show-card';

/** An item that a reviewer decides on. */
export interface Reviewed {
  id: string;
  status: Approval;
  /** The feedback of the last rejection. */
  feedback: string;
  /** Version of the content: a decision is about the version that the reviewer saw. */
  version: number;
}

export interface Tally<Item> {
  total: number;
  approved: Item[];
  failed: { item: Item; error: HttpError }[];
}

export type Decision = 'approve' | 'reject' | 'approve all' | 'undo';

/** How one kind of item is decided on, and what is said about that. */
export interface DecisionRules<Item> {
  approve: (item: Item) => Promise<void>;
  reject: (item: Item, feedback: string) => Promise<void>;
  /** Takes the decision on the item back, which was given as it was seen before that. */
  undo: (item: Item) => Promise<void>;
  /** Reads what the page shows again. */
  refresh: () => Promise<unknown>;
  /** Whether there is something to decide on, in an item that is not decided. */
  isReady: (item: Item) => boolean;
  /** Name that unsent feedback on the item is kept under. */
  draftOf: (item: Item) => string;
  /** Shown when one was approved. */
  approved: string;
  /** Shows that a decision failed or was outdated. */
  explain: (error: Error, decision: Decision, item?: Item) => void;
  /** Shows the result of "approve all"; `undo` takes back what was approved. */
  report: (tally: Tally<Item>, undo: ToastAction) => void;
}

/**
 * Approve, reject and approve all. Nothing is shown as decided before the server has it: each stays pending until the page
 * was read again.
 * @param onNext replaces the advance to the card of the next undecided item, which is missing when none is left, or to the
 *   head of the page when all are decided
 * @returns what the buttons and the feedback dialog need; `asked` is the item that the dialog is about as it stands now,
 *   `opened` the same as the reviewer wanted to reject it
 */
export function useDecisions<Item extends Reviewed>(
  items: Item[],
  rules: DecisionRules<Item>,
  onNext?: (next: Item | undefined) => void,
) {
  const { refresh, explain } = rules;
  const [done, setDone] = useState(0);
  const [opened, setOpened] = useState<Item>();
  const [decided, setDecided] = useState<{ item: Item }>();
  const [undone, setUndone] = useState<{ item: Item }>();

  const undo = useMutation({
    mutationFn: async ({ items: chosen, feedback = '' }: { items: Item[]; feedback?: string }) => {
      for (const item of chosen) {
        await rules.undo(item);
        if (feedback) sessionStore.write(draftKey(rules.draftOf(item)), feedback);
      }
    },
    onSuccess: () => toast.success('Undone'),
    onError: (error, { items: [first] }) => explain(error, 'undo', first),
    onSettled: refresh,
  });
  const undoOf = (chosen: Item[], feedback?: string): ToastAction => ({
    label: 'Undo',
    key: 'u',
    run: () => undo.mutate({ items: chosen, feedback }, { onSuccess: () => setUndone({ item: chosen[0]! }) }),
  });

  const approve = useMutation({
    mutationFn: rules.approve,
    // What was approved before was not decided again.
    onSuccess: (_answer, item) =>
      toast.success('Approved', rules.approved, item.status === 'approved' ? undefined : undoOf([item])),
    onError: (error, item) => explain(error, 'approve', item),
    onSettled: refresh,
  });
  const reject = useMutation({
    mutationFn: ({ item, feedback }: { item: Item; feedback: string }) => rules.reject(item, feedback),
    onSuccess: (_answer, { item, feedback }) => {
      sessionStore.write(draftKey(rules.draftOf(item)), '');
      const sentence = 'The team will make revisions based on your feedback';
      toast.success('Feedback Submitted', sentence, undoOf([item], feedback));
    },
    onError: (error, { item }) => explain(error, 'reject', item),
    onSettled: refresh,
  });
  const approveAll = useMutation({
    mutationFn: (chosen: Item[]) => approveEach(chosen, rules.approve, setDone),
    onMutate: () => setDone(0),
    onSuccess: (tally) => rules.report(tally, undoOf(tally.approved)),
    onError: (error) => explain(error, 'approve all'),
    onSettled: refresh,
  });

  const asked = items.find(({ id }) => id === opened?.id);
  const advance = useEffectEvent((from: Item) => {
    const next = nextOf(items, from, rules.isReady);
    const isDone = items.every(({ status }) => status !== 'pending');
    if (onNext) onNext(next);
    // Leave the focus where the person has moved it meanwhile.
    else if (asked || !isStillAt(from)) keepFocus(from);
    else if (next) showCard(next);
    else if (isDone) showThanks();
    else keepFocus(from);
  });
  const showAgain = useEffectEvent((item: Item) => {
    if (onNext) onNext(item);
    else if (!asked) showCard(item);
  });
  useEffect(() => {
    if (undone) showAgain(undone.item);
  }, [undone]);
  // Behind the render in which the buttons of the decided item are gone, and its dialog closed.
  useEffect(() => {
    if (decided) advance(decided.item);
  }, [decided]);
  return {
    approving: approve.isPending || approveAll.isPending,
    rejecting: reject.isPending || approveAll.isPending,
    bulk: approveAll.isPending ? { done, total: approveAll.variables.length } : undefined,
    approve: (item: Item) =>
      approve.mutate(item, {
        // "Change Status" keeps the focus, for its menu may be open.
        onSuccess: () => item.status === 'pending' && setDecided({ item }),
      }),
    /** At the head of the page reviewers see what came of it. */
    approveAll: (chosen: Item[]) =>
      approveAll.mutate(chosen, { onSuccess: ({ failed }) => failed.length === 0 && showThanks() }),
    /** Asks why an item is rejected; the dialog does not open under the last toast. */
    ask: (item: Item) => {
      toast.clear();
      reject.reset();
      setOpened(item);
    },
    opened,
    asked,
    /** Props of the dialog about `asked`. */
    dialog: asked && {
      item: asked,
      draft: rules.draftOf(asked),
      sending: reject.isPending || reject.isSuccess,
      onSubmit: (feedback: string) => {
        const close = () => {
          setOpened((now) => (now?.id === asked.id ? undefined : now));
          if (asked.status === 'pending') setDecided({ item: asked });
        };
        reject.mutate({ item: asked, feedback }, { onSuccess: close });
      },
      onClose: () => setOpened(undefined),
    },
  };
}

/** The next item that is to be decided, from the start again behind the last one. */
function nextOf<Item extends Reviewed>(items: Item[], from: Item, isReady: (item: Item) => boolean): Item | undefined {
  const at = items.findIndex(({ id }) => id === from.id);
  const others = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))];
  return others.find((item) => item.status === 'pending' && isReady(item));
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
): Promise<Tally<Item>> {
  const approved: Item[] = [];
  const failed: Tally<Item>['failed'] = [];
  let full: HttpError | undefined;
  for (const [index, item] of items.entries()) {
    const error = full ?? (await refusalOf(approve(item)));
    if (error && takesNoMore(error)) full = error;
    if (error) failed.push({ item, error });
    else approved.push(item);
    onProgress(index + 1);
  }
  return { total: items.length, approved, failed };
}

/** Whether the server takes no more decisions on the whole link for now. */
export function takesNoMore({ status, code }: HttpError): boolean {
  return status === 429 && code !== 'SECTION_THROTTLED';
}

async function refusalOf(answer: Promise<unknown>): Promise<HttpError | undefined> {
  try {
    await answer;
    return undefined;
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}
