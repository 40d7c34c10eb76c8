import type { SessionView } from '@gmb-moments/backend/contract/sessions';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Skeleton, Tag } from 'antd';
import { useRef, useState } from 'react';
import { isNotFound, reasonOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import { endOtherSessions, endSession, sessionsQuery } from '../../records/sessions';
import { Confirm } from '../../ui/confirm';
import { Loading, QueryView } from '../../ui/placeholders';
import { RelativeTime } from '../../ui/relative-time';
import styles from './settings.module.css';

/** The card `Sessions`: the own sessions. */
export function SessionsCard() {
  const sessions = useQuery(sessionsQuery);
  return (
    <Card title={<h2 className="as-text">Sessions</h2>} styles={{ body: { paddingBlock: 12 } }}>
      <QueryView
        query={sessions}
        failed="Your sessions could not be loaded"
        loading={
          <Loading label="Loading your sessions">
            <Skeleton active title={false} paragraph={{ rows: 3 }} style={{ paddingBlock: 12 }} />
          </Loading>
        }
      >
        {(loaded) => (
          <>
            <ul aria-label="Your sessions" className="divided">
              {loaded.map((session) => (
                <Session key={session.id} session={session} />
              ))}
            </ul>
            {loaded.length > 1 && <EndOthers />}
          </>
        )}
      </QueryView>
    </Card>
  );
}

function Session({ session }: { session: SessionView }) {
  const { id, signedInAt, lastUsedAt, isCurrent, bySingleSignOn } = session;
  const device = session.device || 'Unknown device';
  const end = useToastMutation({
    mutationFn: () => endSession(id),
    success: ['Session ended', `${device} was signed out.`],
    failure: (error) => (isNotFound(error) ? null : ['Error', reasonOf(error)]),
    refresh: [sessionsQuery],
  });
  return (
    <li className={`row gap-12 ${styles['member']}`}>
      <div className="grow anywhere">
        <div className={`row wrap ${styles['name']}`}>
          <span className="strong">{device}</span>
          {isCurrent && <Tag style={{ margin: 0 }}>This device</Tag>}
        </div>
        <div className={`flex wrap muted small ${styles['facts']}`}>
          <span className="nowrap">
            Last used <RelativeTime date={lastUsedAt} />
          </span>
          {signedInAt && (
            <span className="nowrap">
              Signed in <RelativeTime date={signedInAt} />
            </span>
          )}
          {bySingleSignOn && <span className="nowrap">By single sign-on</span>}
        </div>
      </div>
      {!isCurrent && (
        <Button
          type="text"
          loading={end.isPending}
          aria-label={`End the session of ${device}`}
          onClick={() => end.mutate()}
        >
          End
        </Button>
      )}
    </li>
  );
}

function EndOthers() {
  const button = useRef<HTMLButtonElement>(null);
  const [isAsking, setAsking] = useState(false);
  const end = useToastMutation({
    mutationFn: endOtherSessions,
    success: ['Signed out everywhere else', 'You stay signed in on this device.'],
    failure: (error) => ['Error', reasonOf(error)],
    refresh: [sessionsQuery],
  });
  return (
    <div className={styles['choices']}>
      <Button ref={button} onClick={() => setAsking(true)}>
        End All Others
      </Button>
      {isAsking && (
        <Confirm
          title="End all other sessions?"
          confirmText="End All Others"
          onConfirm={() => end.mutateAsync()}
          onClose={() => setAsking(false)}
          focusAfter={() => button.current}
        >
          Every other browser in which you are signed in is signed out at once, with downloads that go on there.
        </Confirm>
      )}
    </div>
  );
}
