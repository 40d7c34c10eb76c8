import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, Skeleton } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { Loading } from '../../components/loading';
import { LoadFailed } from '../../components/load-failed';
import { HttpError } from '../../lib/http';
import { optimizationQuery } from './optimizations.api';

interface Props {
  id: string;
  onLoaded: (draft: OptimizationView) => void;
  /** The server has no such draft any more, or would not hand it out. */
  onGone: () => void;
  onStartNew: () => void;
}

/** Reads a draft anew from the server. Without any answer nothing is lost: it can be tried again. */
export function DraftLoader({ id, onLoaded, onGone, onStartNew }: Props) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...optimizationQuery(id),
    refetchOnMount: 'always',
  });
  const draft = isFetchedAfterMount && !error ? data?.optimization : undefined;
  const isGone = draft ? draft.status !== 'draft' : isRefusal(error);
  const loaded = useEffectEvent(onLoaded);
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    if (isGone) gone();
    else if (draft) loaded(draft);
  }, [draft, isGone]);

  if (isFetchedAfterMount && error && !isRefusal(error)) {
    return (
      <Flex vertical gap="middle" align="start" style={{ maxWidth: 880 }}>
        <div style={{ alignSelf: 'stretch' }}>
          <LoadFailed error={error} onRetry={() => void refetch()} title="Your draft could not be loaded" />
        </div>
        <Button onClick={onStartNew}>Start a new one</Button>
      </Flex>
    );
  }
  return (
    <Loading label="Loading your draft">
      <Card style={{ maxWidth: 880 }}>
        <Skeleton active paragraph={{ rows: 6 }} />
      </Card>
    </Loading>
  );
}

/** A session that ended says nothing about the draft: it is there again after the sign-in. */
function isRefusal(error: unknown): boolean {
  return error instanceof HttpError && error.status !== 0 && error.status !== 401;
}
