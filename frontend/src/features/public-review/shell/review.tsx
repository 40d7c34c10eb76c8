import type { ReviewMomentView } from '@gmb-moments/backend/contract/review';
import { useEffect, useId, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useChunk, type Chunk } from '../../../lib/chunk';
import { useTranslator } from '../../../lib/texts/translator';
import { toast } from '../../../lib/toast';
import { Button, type DecisionProps } from './card';
import { ApproveAllDialog, type ApproveAllQuestion } from './approve-all-dialog';
import { DueLine } from './due-line';
import { FeedbackDialog, type FeedbackDialogTexts } from './feedback-dialog';
import { Finish } from './finish';
import { Icon } from './icon';
import { reportDone, useMayDecide, useReportOpened } from './visit';
import { useRoundOrder } from './round-order';
import { ReviewHeader, type ReviewHeaderProps } from './review-header';
import type { DecisionRules, ReviewItem } from './review-item';
import styles from './shell.module.css';
import { HEADING_ID, showPageTop } from './show-card';
import { useCardShortcuts } from './use-card-shortcuts';
import { useDecisions } from './use-decisions';

/** Props of the component that shows one item over the whole page. */
export interface FullViewProps<Item> extends DecisionProps {
  /** All items, in the order of the page. */
  items: Item[];
  item: Item;
  /** Whether another dialog is open above it. */
  isCovered: boolean;
  onShow: (id: string) => void;
  onClose: () => void;
}

/** Props of an item's card. */
export interface ItemCardProps<Item> extends DecisionProps {
  item: Item;
  onOpen: () => void;
}

interface ReviewProps<Item extends ReviewItem> extends DecisionRules<Item> {
  kind: 'moment' | 'optimization';
  /** Path of the API that the link's requests begin with. */
  path: string;
  /** The due day, and whether somebody reported in this round that they are done. */
  round: Pick<ReviewMomentView['moment'], 'dueOn' | 'isDone'>;
  items: Item[];
  header: ReviewHeaderProps;
  approveAll: {
    items: Item[];
    label: string;
    /** Label of a second button below the cards; without it, there is none. */
    labelBelow?: string;
    /** A note below the button. */
    note?: string;
    /** Asked before all items are approved; without it, they are approved at once. */
    ask?: ApproveAllQuestion<Item> | undefined;
  };
  /** Shown instead of the usual sentence once all items are approved. */
  allApproved?: string | undefined;
  dialog: FeedbackDialogTexts<Item> & {
    /** Delay until the dialog opens, in milliseconds. */
    delayMs: number;
  };
  /** Shows one item over the whole page; without it, cards cannot be opened. */
  fullView?: Chunk<ComponentType<FullViewProps<Item>>>;
  Cards: ComponentType<{ cards: ItemCardProps<Item>[] }>;
  /** Above the cards. */
  top?: ReactNode;
  /** Below the cards. */
  end?: ReactNode;
}

/** A review page once it is loaded: header with progress, cards, and the dialogs over them. */
export function ReviewContent<Item extends ReviewItem>(props: ReviewProps<Item>) {
  const { kind, path, round, header, approveAll, dialog, Cards, top, end } = props;
  const t = useTranslator();
  const items = useRoundOrder(props.items);
  useReportOpened(path);
  const [isOnlyLeft, setOnlyLeft] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [fullId, setFullId] = useState<string>();
  const [noteToTeam, setNoteToTeam] = useState('');
  const [FullView, loadFullView] = useChunk(props.fullView);
  const full = FullView && items.find(({ id }) => id === fullId);
  const showNext = (next: Item | undefined) => {
    if (next) return setFullId(next.id);
    // The view is closed first, because closing it moves the focus to the card.
    queueMicrotask(() => {
      flushSync(() => setFullId(undefined));
      showPageTop();
    });
  };
  const decisions = useDecisions(items, props, full && showNext);
  const { approving, rejecting, bulk } = decisions;
  const mayDecide = useMayDecide();
  const askWhy = useDelayed(decisions.askForFeedback, dialog.delayMs);
  const decisionOn = (item: Item): DecisionProps => ({
    approving,
    rejecting,
    onApprove: () => decisions.approve(item),
    onReject: () => askWhy(item),
  });

  const ready = items.filter(({ isReady }) => isReady);
  const undecided = ready.filter(({ status }) => status === 'pending');
  // Once nothing is left, all items are shown again.
  const shown = isOnlyLeft && undecided.length > 0 ? undecided : items;
  const { ask } = approveAll;
  // Live events may have removed the reason to ask.
  if (isAsking && !ask) setAsking(false);
  const isCovered = Boolean(full ?? decisions.dialog) || isAsking;
  const { hint, openHint } = useCardShortcuts({
    shown,
    canDecide: ({ status, isReady }) => mayDecide && status === 'pending' && isReady && !approving && !rejecting,
    onApprove: decisions.approve,
    onReject: askWhy,
    isCovered: isCovered,
  });
  const open = (item: Item) => {
    toast.clear();
    loadFullView();
    setFullId(item.id);
  };

  const rejected = ready.filter(({ status }) => status === 'rejected').length;
  const complete = t.text(rejected === 0 ? `${kind}.allApproved` : `${kind}.feedbackGiven`, { n: rejected });
  const allButton = (label: string) =>
    mayDecide &&
    (undecided.length > 0 || bulk) && (
      <ApproveAllButton
        {...approveAll}
        label={bulk ? t.text('review.approvingAll', { done: bulk.done, total: bulk.total }) : label}
        note={approveAll.note}
        disabled={approving}
        isBusy={Boolean(bulk)}
        isNarrow={kind === 'moment'}
        onClick={() => {
          if (!ask) return decisions.approveAll(approveAll.items);
          // A toast would cover the dialog.
          toast.clear();
          setAsking(true);
        }}
      />
    );
  const finish = mayDecide && (
    <Finish
      items={ready}
      isDone={round.isDone}
      agency={header.brand.name}
      note={noteToTeam}
      onNote={setNoteToTeam}
      onDone={async (note) => {
        await reportDone(path, note);
        await props.refresh();
      }}
      Picture={dialog.Picture}
    />
  );
  return (
    <>
      <ReviewHeader
        header={header}
        total={ready.length}
        left={undecided.length}
        label={t.text(`${kind}.progress`)}
        isUndecidedOnly={shown !== items}
        onToggleUndecidedOnly={() => setOnlyLeft(shown === items)}
      />
      <main className={styles.main}>
        <section className={`grid gap-16 ${styles.summary}`} aria-labelledby={HEADING_ID}>
          <div>
            <h2 id={HEADING_ID} tabIndex={-1}>
              {t.text(`${kind}.heading`)}
            </h2>
            {undecided.length > 0 && (
              <p className="muted">
                {t.text(mayDecide ? 'review.hint' : 'link.viewOnly')}
                <button type="button" className={styles.keys} onClick={openHint}>
                  {t.text('keys.title')} <kbd>?</kbd>
                </button>
              </p>
            )}
            {undecided.length > 0 && mayDecide && round.dueOn && (
              <p className="medium">
                <DueLine dueOn={round.dueOn} />
              </p>
            )}
          </div>
          {allButton(approveAll.label)}
        </section>
        {top}
        {ready.length > 0 && undecided.length === 0 && (
          <output className={`row frame gap-14 ${styles.done}`}>
            <Icon name="check" size={24} />
            <span>
              <strong className="block">{t.text('review.complete')}</strong>
              {(rejected === 0 && props.allApproved) || complete}
            </span>
          </output>
        )}
        {undecided.length === 0 && finish}
        <Cards cards={shown.map((item) => ({ item, onOpen: () => open(item), ...decisionOn(item) }))} />
        {approveAll.labelBelow && allButton(approveAll.labelBelow)}
        {undecided.length > 0 && finish}
        {end}
      </main>
      {FullView && full && (
        <FullView
          items={items}
          item={full}
          isCovered={Boolean(decisions.dialog)}
          onShow={setFullId}
          onClose={() => setFullId(undefined)}
          {...decisionOn(full)}
        />
      )}
      {decisions.dialog && <FeedbackDialog key={decisions.dialog.item.id} {...decisions.dialog} texts={dialog} />}
      {ask && isAsking && (
        <ApproveAllDialog
          question={ask}
          onAll={() => decisions.approveAll(approveAll.items)}
          onSome={decisions.approveAll}
          onClose={() => setAsking(false)}
        />
      )}
      {hint}
    </>
  );
}

interface ApproveAllButtonProps {
  label: string;
  note: string | undefined;
  disabled: boolean;
  isBusy: boolean;
  isNarrow: boolean;
  onClick: () => void;
}

/** The button that approves all items; its label shows the progress. */
function ApproveAllButton({ label, note, disabled, isBusy, isNarrow, onClick }: ApproveAllButtonProps) {
  const noteId = useId();
  return (
    <div className={`grid gap-8 ${styles.all} ${isNarrow ? styles.narrow : ''}`}>
      <Button
        variant="brand"
        disabled={disabled}
        aria-busy={isBusy}
        aria-describedby={note && noteId}
        onClick={onClick}
      >
        <Icon name="checks" />
        {label}
      </Button>
      {note && (
        <p id={noteId} className={styles.muted}>
          {note}
        </p>
      )}
    </div>
  );
}

/** A debounced action: runs `ms` after the last call, or at once for 0; cancelled when the component unmounts. */
export function useDelayed<Argument>(action: (argument: Argument) => void, ms: number): (argument: Argument) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (argument) => {
    clearTimeout(timer.current);
    if (ms === 0) action(argument);
    else timer.current = setTimeout(() => action(argument), ms);
  };
}
