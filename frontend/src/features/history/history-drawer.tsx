import { useQuery } from '@tanstack/react-query';
import type { HistoryEntry } from '@gmb-moments/backend/contract/history';
import { Button, Flex, Skeleton, Timeline } from 'antd';
import { useState } from 'react';
import { EmptyState } from '../../components/empty-state';
import { LoadFailed } from '../../components/load-failed';
import { Sheet } from '../../components/sheet';
import { HistoryItem, historyColor } from './history-item';
import { historyQuery, type HistorySubject } from './history.api';

const PAGE = 50;

interface Props {
  subject: HistorySubject;
  open: boolean;
  onClose: () => void;
}

/** What happened to a moment or an optimization, read when it is opened. */
export function HistoryDrawer({ subject, open, onClose }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title="History" size={480} styles={{ wrapper: { maxWidth: '100vw' } }}>
      <History subject={subject} />
    </Sheet>
  );
}

function History({ subject }: { subject: HistorySubject }) {
  const { data, error, isPending, refetch } = useQuery(historyQuery(subject));
  const [shown, setShown] = useState(PAGE);
  if (isPending) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (!data) return <LoadFailed error={error} onRetry={() => void refetch()} title="The history could not be loaded" />;
  if (data.length === 0) return <EmptyState text="Nothing has happened yet" />;
  return (
    // Reachable by keyboard, to be scrolled with its keys.
    <Flex component="section" vertical align="start" tabIndex={0} aria-label="Entries, newest first">
      <Timeline style={{ width: '100%' }} items={data.slice(0, shown).map(toItem)} />
      {data.length > shown && (
        <Button onClick={() => setShown(shown + PAGE)}>Show {Math.min(PAGE, data.length - shown)} older</Button>
      )}
    </Flex>
  );
}

function toItem(entry: HistoryEntry) {
  return { key: entry.id, color: historyColor(entry.action), content: <HistoryItem entry={entry} /> };
}
