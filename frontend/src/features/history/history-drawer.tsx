import { useQuery } from '@tanstack/react-query';
import type { HistoryEntry } from '@gmb-moments/backend/contract/history';
import { Button, Flex, Skeleton, Timeline } from 'antd';
import { useState } from 'react';
import { EmptyState, QueryView } from '../../components/placeholders';
import { SlideOver } from '../../components/slide-over';
import { HistoryItem, timelineColor } from './history-item';
import { historyQuery, type HistorySubject } from './history.api';

const PAGE = 50;

interface Props {
  subject: HistorySubject;
  /** Only what is about this image. */
  imageId?: string;
  title?: string;
  open: boolean;
  onClose: () => void;
}

/** The history of a moment or an optimization, read when it is opened. */
export function HistoryDrawer({ subject, imageId, title = 'History', open, onClose }: Props) {
  return (
    <SlideOver open={open} onClose={onClose} title={title} size={480} styles={{ wrapper: { maxWidth: '100vw' } }}>
      <History subject={subject} imageId={imageId} />
    </SlideOver>
  );
}

function History({ subject, imageId }: { subject: HistorySubject; imageId: string | undefined }) {
  return (
    <QueryView
      query={useQuery(historyQuery(subject))}
      failed="The history could not be loaded"
      loading={<Skeleton active paragraph={{ rows: 8 }} />}
    >
      {(all) => {
        const entries = imageId === undefined ? all : all.filter((entry) => entry.imageId === imageId);
        return entries.length > 0 ? <Entries entries={entries} /> : <EmptyState text="Nothing has happened yet" />;
      }}
    </QueryView>
  );
}

function Entries({ entries }: { entries: HistoryEntry[] }) {
  const [shown, setShown] = useState(PAGE);
  return (
    // Reachable by keyboard, to be scrolled with its keys.
    <Flex component="section" vertical align="start" tabIndex={0} aria-label="Entries, newest first">
      <Timeline style={{ width: '100%' }} items={entries.slice(0, shown).map(toItem)} />
      {entries.length > shown && (
        <Button onClick={() => setShown(shown + PAGE)}>Show {Math.min(PAGE, entries.length - shown)} older</Button>
      )}
    </Flex>
  );
}

function toItem(entry: HistoryEntry) {
  return { key: entry.id, color: timelineColor(entry.action), content: <HistoryItem entry={entry} /> };
}
