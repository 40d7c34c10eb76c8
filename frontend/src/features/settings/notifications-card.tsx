import type { NotificationSettings, Notify, NotifyAbout } from '@gmb-moments/backend/contract/notifications';
import styles from './settings.module.css';
import { useQuery } from '@tanstack/react-query';
import { Card, Checkbox, Form, Segmented, Skeleton } from 'antd';
import { useLocation } from 'react-router-dom';
import { reasonOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import { changeNotificationSettings, notificationSettingsQuery } from '../../records/notifications';
import { Loading, QueryView } from '../../ui/placeholders';
import { countText } from '../../lib/count-text';

/** The card `Notifications`: how the member of staff is notified, and about which clients. */
export function NotificationsCard() {
  const isAsked = useLocation().hash === '#notifications';
  return (
    <Card
      ref={(card) => {
        if (isAsked) card?.scrollIntoView();
      }}
      title={<h2 className="as-text">Notifications</h2>}
    >
      <QueryView
        query={useQuery(notificationSettingsQuery)}
        failed="The settings of notifications could not be loaded"
        loading={
          <Loading label="Loading the settings of notifications">
            <Skeleton active title={false} paragraph={{ rows: 4 }} />
          </Loading>
        }
      >
        {(settings) => <Choices settings={settings} />}
      </QueryView>
    </Card>
  );
}

function Choices({ settings: { notify, followedAtOnce, about, follows } }: { settings: NotificationSettings }) {
  const change = useToastMutation({
    mutationFn: changeNotificationSettings,
    failure: (error) => ['Not saved', reasonOf(error)],
    refresh: [notificationSettingsQuery],
  });
  // The choice is shown while it is being saved.
  const chosen = change.isPending ? change.variables : {};
  const followed = countText(follows.length, 'client');
  return (
    <>
      <Form.Item layout="vertical" label="Tell me" extra={HINTS[chosen.notify ?? notify]}>
        <Segmented<Notify>
          styles={NARROW}
          aria-label="Tell me"
          value={chosen.notify ?? notify}
          onChange={(value) => change.mutate({ notify: value })}
          options={[
            { value: 'at_once', label: 'At once' },
            { value: 'daily', label: 'Once a day' },
            { value: 'off', label: 'Not at all' },
          ]}
        />
        {(chosen.notify ?? notify) === 'daily' && (
          <div className={styles['choices']}>
            <Checkbox
              checked={chosen.followedAtOnce ?? followedAtOnce}
              onChange={({ target }) => change.mutate({ followedAtOnce: target.checked })}
            >
              At once for clients I follow
            </Checkbox>
          </div>
        )}
      </Form.Item>
      <Form.Item
        layout="vertical"
        label="About"
        extra={`Mine are clients that you are responsible for, unassigned those that nobody is. You follow ${followed}, which always count; follow a client on its page.`}
        style={{ marginBottom: 0 }}
      >
        <Segmented<NotifyAbout>
          styles={NARROW}
          aria-label="About"
          value={chosen.about ?? about}
          onChange={(value) => change.mutate({ about: value })}
          options={[
            { value: 'all', label: 'Mine and unassigned' },
            { value: 'followed', label: 'Mine and followed' },
          ]}
        />
      </Form.Item>
    </>
  );
}

// Less padding, so that three options fit side by side on a narrow phone.
const NARROW = { label: { paddingInline: 6 } };

const HINTS: Record<Notify, string> = {
  at_once:
    'The bell counts what clients decide, and work that failed, as it happens. What you have not read is mailed: a summary when a round of decisions is over, and work that failed after five minutes.',
  daily: 'The bell lists everything; what you have not read is mailed together, at nine.',
  off: 'Nothing new comes to the bell.',
};
