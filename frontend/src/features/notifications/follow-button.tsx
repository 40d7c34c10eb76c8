import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { reasonOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import { notificationSettingsQuery, setFollowed } from '../../records/notifications';
import { BellIcon } from '../../ui/icons';
import { Tooltip } from '../../ui/tooltip';

/** Follows or unfollows a client; renders nothing until it is loaded whether the client is followed. */
export function FollowButton({ clientId }: { clientId: string }) {
  const { data } = useQuery(notificationSettingsQuery);
  const isFollowed = data?.follows.includes(clientId) ?? false;
  const change = useToastMutation({
    mutationFn: () => setFollowed(clientId, !isFollowed),
    failure: (error) => ['Not changed', reasonOf(error)],
    refresh: [notificationSettingsQuery],
  });
  if (!data) return null;
  return (
    <Tooltip text="You are notified of what happens at clients that you follow; see Settings">
      <Button icon={<BellIcon />} aria-pressed={isFollowed} loading={change.isPending} onClick={() => change.mutate()}>
        {isFollowed ? 'Following' : 'Follow'}
      </Button>
    </Tooltip>
  );
}
