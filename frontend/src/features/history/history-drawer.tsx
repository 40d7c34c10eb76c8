import { useQuery, useQueryClient } from '@tanstack/react-query';
import { HISTORY, type HistoryEntry } from '@gmb-moments/backend/contract/history';
import { Button, Skeleton, Timeline } from 'antd';
import styles from './history.module.css';
import { useState } from 'react';
import { EmptyState, QueryView } from '../../ui/placeholders';
import { UndoIcon } from '../../ui/icons';
import { Confirm } from '../../ui/confirm';
import { Sheet } from '../../ui/dialog';
import { useToastMutation } from '../../lib/toast-mutation';
import { HistoryItem } from './history-item';
import { historyQuery, isRestorable, restoreTexts } from '../../records/history';
import type { HistoryProps } from '../../records/dialogs';
import { imagesQuery } from '../../records/images';
import { queryKeyOf, type ReviewRef } from '../../records/reviews';
import { useCan } from '../../records/permissions';

const PAGE_SIZE = 50;

/** The history of a moment or an optimization in a drawer, fetched when it opens. Mount it to open it. */
export function HistoryDrawer({ title = 'History', onClose, ...shown }: HistoryProps & { onClose: () => void }) {
  return (
    <Sheet title={title} width={480} onClose={onClose}>
      <History {...shown} />
    </Sheet>
  );
}

function History({ review, imageId }: Omit<HistoryProps, 'title'>) {
  const names = useImageNames(review);
  return (
    <QueryView
      query={useQuery(historyQuery(review))}
      failed="The history could not be loaded"
      loading={<Skeleton active paragraph={{ rows: 8 }} />}
    >
      {(all) => {
        const entries = imageId === undefined ? all : all.filter((entry) => entry.imageId === imageId);
        const named = entries.map((entry) => ({ ...entry, imageName: names.get(entry.imageId) ?? entry.imageName }));
        return entries.length > 0 ? (
          <Entries review={review} entries={named} />
        ) : (
          <EmptyState text="Nothing has happened yet" />
        );
      }}
    </QueryView>
  );
}

/** Names of the moment's photos by id: title or number. For deleted photos, entries have the file name. */
function useImageNames({ id }: ReviewRef): Map<string | null, string> {
  const images = useQueryClient().getQueryData(imagesQuery(id).queryKey);
  return new Map(images?.map((image, index) => [image.id, image.title || `photo #${index + 1}`]));
}

function Entries({ review, entries }: { review: ReviewRef; entries: HistoryEntry[] }) {
  const [shown, setShown] = useState(PAGE_SIZE);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable, so that it scrolls by keyboard
    <section className="column top" tabIndex={0} aria-label="Entries, newest first">
      <Timeline className={styles['timeline']} items={entries.slice(0, shown).map((entry) => toItem(review, entry))} />
      {entries.length > shown && (
        <Button onClick={() => setShown(shown + PAGE_SIZE)}>
          Show {Math.min(PAGE_SIZE, entries.length - shown)} older
        </Button>
      )}
    </section>
  );
}

function toItem(review: ReviewRef, entry: HistoryEntry) {
  const restore = isRestorable(entry) && <RestoreButton review={review} entry={entry} />;
  return {
    key: entry.id,
    color: HISTORY[entry.action].color ?? 'blue',
    content: <HistoryItem entry={entry} restore={restore} />,
  };
}

/** Restores the texts that an entry replaced; asks first, because an approval may be lost. */
function RestoreButton({ review, entry }: { review: ReviewRef; entry: HistoryEntry }) {
  const restore = useToastMutation({
    mutationFn: () => restoreTexts(review, entry),
    success: ['Restored', 'The text before this change is back'],
    refresh: [{ queryKey: queryKeyOf(review) }],
  });
  const [isAsking, setAsking] = useState(false);
  const mayEdit = useCan('review.edit');
  if (!mayEdit) return null;
  return (
    <>
      <Button
        size="small"
        icon={<UndoIcon />}
        loading={restore.isPending}
        className={styles['restore']}
        onClick={() => setAsking(true)}
      >
        Restore
      </Button>
      {isAsking && (
        <Confirm
          title="Write the text before this change again?"
          confirmText="Restore"
          onConfirm={() => restore.mutate()}
          onClose={() => setAsking(false)}
        >
          It is saved as an edit: what the client approved goes back to pending approval.
        </Confirm>
      )}
    </>
  );
}
