import type { OptimizationDetail, OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { SECTIONS } from '@gmb-moments/backend/contract/statuses';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Input } from 'antd';
import { useDialogs } from '../../records/dialogs';
import { useOpenLink } from '../../records/open-link';
import { sharedReview, sharingQuery } from '../../records/sharing';
import { CopyButton } from '../../ui/copy-button';
import { ExternalLinkIcon, UsersIcon } from '../../ui/icons';
import { RelativeTime } from '../../ui/relative-time';
import styles from './optimization.module.css';
import { missingSections } from './sections';
import { useCan } from '../../records/permissions';

/** The public link, with buttons to copy and open it. */
export function PreviewLink({ detail }: { detail: OptimizationDetail }) {
  const { optimization } = detail;
  // Copying and opening need the permission, because both mark the optimization as shared.
  const mayShare = useCan('review.share');
  const { sharing } = useDialogs();
  const { url, onCopied, onOpen, isClosed, isDisabled } = useOpenLink({
    path: 'gmb-optimizations',
    id: optimization.id,
  });
  return (
    <Card size="small" title="Public Preview Link" extra={<LinkState {...optimization} />} styles={HEADER}>
      <div className="flex wrap gap-8">
        <Input
          readOnly
          value={isClosed ? 'The open link is closed' : url}
          title={isClosed ? undefined : url}
          aria-label="Public preview link"
          onFocus={(event) => event.target.select()}
          style={{ flex: '1 1 260px' }}
        />
        {mayShare && <CopyButton text={url} disabled={isDisabled} onCopied={onCopied} />}
        {mayShare && (
          <Button
            icon={<ExternalLinkIcon />}
            href={url}
            target="_blank"
            rel="noopener"
            disabled={isDisabled}
            onClick={onOpen}
          >
            Open Preview
          </Button>
        )}
        <Button
          icon={<UsersIcon />}
          title="Who may see it"
          onClick={() => sharing({ shared: sharedOptimization(detail) })}
        >
          Sharing
        </Button>
      </div>
    </Card>
  );
}

// On a narrow phone, the text beside the title wraps, but not the title.
const HEADER = {
  title: { flex: 'none' },
  extra: { flex: '0 1 auto', paddingInlineStart: 12, textAlign: 'end' },
} as const;

/** When the optimization was shared, by the open link or only by links of reviewers. */
function LinkState({ id, sharedAt, openedAt }: Pick<OptimizationView, 'id' | 'sharedAt' | 'openedAt'>) {
  const sharing = useQuery(sharingQuery({ path: 'gmb-optimizations', id })).data;
  const isSentAlone = sharing?.openLinkSharedAt === null && sharing.links.length > 0;
  return (
    <span className={`muted small ${styles['shared']}`}>
      {sharedAt ? (
        <>
          {isSentAlone ? 'Links of reviewers sent' : 'Shared'} <RelativeTime date={sharedAt} />
        </>
      ) : (
        'Not shared yet'
      )}
      {openedAt && (
        <>
          {' · Opened '}
          <RelativeTime date={openedAt} />
        </>
      )}
      {sharedAt && !openedAt && ' · Not opened yet'}
    </span>
  );
}

/** The share dialog's texts for an optimization. */
export function sharedOptimization({ optimization, client }: OptimizationDetail) {
  const { id, businessName: title } = optimization;
  const count = SECTIONS.length - missingSections(optimization).length;
  return sharedReview({ path: 'gmb-optimizations', id }, { title, client, count });
}
