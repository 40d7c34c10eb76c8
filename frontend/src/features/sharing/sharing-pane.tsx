import type { SharingView } from '@gmb-moments/backend/contract/links';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useId, type ReactNode } from 'react';
import { useToastMutation } from '../../lib/toast-mutation';
import { CrossIcon, GlobeIcon, UserPlusIcon } from '../../ui/icons';
import { Loading, QueryView } from '../../ui/placeholders';
import { RelativeTime } from '../../ui/relative-time';
import { Switch } from '../../ui/switch';
import type { HistorySubject } from '../../records/history';
import { LinkItem } from './link-item';
import { sharingQuery, updateSharing, type Shared } from '../../records/sharing';
import styles from './sharing-pane.module.css';
import { SharingTimeline } from './sharing-timeline';

interface Props {
  shared: Shared;
  history: HistorySubject;
  /** Address of the link that anybody may use, and the button that copies it. */
  url: string;
  copyOpenLink: ReactNode;
  onAdd: () => void;
  /** For a pane with a title of its own. */
  onClose?: () => void;
}

/** Who may see a moment or an optimization: the open link, the reviewers' own, and what became of them. */
export function SharingPane({ shared, history, url, copyOpenLink, onAdd, onClose }: Props) {
  return (
    <section aria-label="Who may see it" className="surface-2">
      <div className={`row to-end underlined gap-8 ${styles['head']}`}>
        {onClose && <h2 className="fill heading">Sharing</h2>}
        <Button icon={<UserPlusIcon />} onClick={onAdd}>
          Add reviewer
        </Button>
        {onClose && <Button type="text" icon={<CrossIcon />} aria-label="Close sharing" onClick={onClose} />}
      </div>
      <QueryView
        query={useQuery(sharingQuery(shared.subject, shared.id))}
        failed="The links could not be loaded"
        loading={
          <Loading label="Loading the links">
            <Skeleton active paragraph={{ rows: 8 }} style={{ padding: 16 }} />
          </Loading>
        }
      >
        {(sharing) => (
          <>
            <OpenLink shared={shared} sharing={sharing} url={url} copy={copyOpenLink} />
            <NamedLinks {...sharing} />
            <SharingTimeline subject={history} />
          </>
        )}
      </QueryView>
    </section>
  );
}

interface OpenLinkProps {
  shared: Shared;
  sharing: SharingView;
  url: string;
  copy: ReactNode;
}

function OpenLink({ shared, sharing, url, copy }: OpenLinkProps) {
  const { openLink, isOpenLinkWorking, openLinkSharedAt } = sharing;
  const id = useId();
  return (
    <div className={`grid gap-8 ${styles['part']}`}>
      <div className="row shrink gap-8">
        <GlobeIcon className="muted" />
        <label htmlFor={id} className="fill muted">
          <strong className="ink strong">Open link</strong>{' '}
          {openLink ? 'Anyone who has it may decide' : 'Closed for everybody'}
          {' · '}
          {openLinkSharedAt ? (
            <>
              shared <RelativeTime date={openLinkSharedAt} />
            </>
          ) : (
            'not shared'
          )}
        </label>
        <OpenLinkSwitch id={id} shared={shared} openLink={openLink} />
      </div>
      {isOpenLinkWorking && (
        <div className="row shrink gap-8">
          <input
            readOnly
            value={url}
            title={url}
            aria-label="Open link"
            className={`field grow ${styles['url']}`}
            onFocus={(event) => event.target.select()}
          />
          {copy}
        </div>
      )}
      {openLink && !isOpenLinkWorking && <p className="muted">All open links of this client are closed.</p>}
    </div>
  );
}

/** Opens or closes the link that anybody may use. */
export function OpenLinkSwitch({
  id,
  shared,
  openLink,
}: {
  id: string;
  shared: Pick<Shared, 'subject' | 'id'>;
  openLink: boolean;
}) {
  const queryClient = useQueryClient();
  const { queryKey } = sharingQuery(shared.subject, shared.id);
  const update = useToastMutation({
    mutationFn: (open: boolean) => updateSharing(shared, { openLink: open }),
    success: ({ openLink: isOpen }) => [isOpen ? 'Open link opened' : 'Open link closed'],
    onSuccess: (sharing) => queryClient.setQueryData(queryKey, sharing),
  });
  return (
    <Switch
      id={id}
      checked={update.isPending ? update.variables : openLink}
      disabled={update.isPending}
      onChange={(open) => update.mutate(open)}
    />
  );
}

function NamedLinks({ links, sendsMails }: Pick<SharingView, 'links' | 'sendsMails'>) {
  const open = links.filter(({ state }) => state === 'open');
  return (
    <>
      <div className={`flex between muted small sunken ${styles['band']}`}>
        <h3 className="small medium">Named links</h3>
        {open.length > 0 && (
          <span>
            {open.filter(({ mayDecide }) => mayDecide).length} of {open.length} may decide
          </span>
        )}
      </div>
      {links.length === 0 && <p className={`muted ${styles['part']}`}>No reviewer has a link of their own yet.</p>}
      {links.length > 0 && !sendsMails && (
        <p className={`muted small ${styles['part']}`}>
          No mail server is set up, so no reminders are sent. Copy a link, or share again for a text to send yourself.
        </p>
      )}
      <ul className="divided">
        {links.map((link) => (
          <li key={link.id}>
            <LinkItem link={link} />
          </li>
        ))}
      </ul>
    </>
  );
}
