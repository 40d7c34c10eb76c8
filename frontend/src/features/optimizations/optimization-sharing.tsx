import type { OptimizationDetail, OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { SECTIONS } from '@gmb-moments/backend/contract/statuses';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Card, Flex, Input } from 'antd';
import { useState } from 'react';
import { optimizationQuery, previewAddress, shareOptimization } from '../../records/optimizations';
import { ShareDialog } from '../sharing/share-dialog';
import { sharingQuery, type Shared } from '../../records/sharing';
import { SharingPane } from '../sharing/sharing-pane';
import { useOpenLink } from '../../records/use-open-link';
import { CopyButton } from '../../ui/copy-button';
import { Sheet } from '../../ui/dialog';
import { ExternalLinkIcon, LinkIcon, UsersIcon } from '../../ui/icons';
import { RelativeTime } from '../../ui/relative-time';
import styles from './optimization.module.css';
import { missingSections } from './sections';
import { counted } from '../../lib/counted';

/** The link for the client, to be copied or opened. */
export function PreviewLink({ detail }: { detail: OptimizationDetail }) {
  const { optimization } = detail;
  const { url, onCopied, onOpen, isClosed, isDisabled } = usePreviewLink(optimization);
  return (
    <Card size="small" title="Public Preview Link" extra={<LinkState {...optimization} />} styles={HEADER}>
      <Flex wrap gap="small">
        <Input
          readOnly
          value={isClosed ? 'The open link is closed' : url}
          title={isClosed ? undefined : url}
          aria-label="Public preview link"
          onFocus={(event) => event.target.select()}
          style={{ flex: '1 1 260px' }}
        />
        <CopyButton text={url} disabled={isDisabled} onCopied={onCopied} />
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
        <SharingButton detail={detail} />
      </Flex>
    </Card>
  );
}

// On a narrow phone the text beside the title wraps; the title does not.
const HEADER = {
  title: { flex: 'none' },
  extra: { flex: '0 1 auto', paddingInlineStart: 12, textAlign: 'end' },
} as const;

/** Copying or opening the link counts as sharing the optimization. */
function usePreviewLink(optimization: OptimizationView) {
  const { id } = optimization;
  const link = useOpenLink({
    of: { subject: 'gmb-optimizations', id },
    share: () => shareOptimization(id),
    copied: ['Link copied!', 'Public preview link has been copied to clipboard'],
    refresh: [{ ...optimizationQuery(id), exact: true }],
  });
  return { url: previewAddress(optimization), ...link };
}

/** When the client got it: by this link, or by links of reviewers alone. */
function LinkState({ id, sharedAt, openedAt }: Pick<OptimizationView, 'id' | 'sharedAt' | 'openedAt'>) {
  const sharing = useQuery(sharingQuery('gmb-optimizations', id)).data;
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

/** The button that shows who may see the optimization, over the page. */
function SharingButton({ detail }: { detail: OptimizationDetail }) {
  const { optimization } = detail;
  const { url, onCopied } = usePreviewLink(optimization);
  const [isOpen, setOpen] = useState(false);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <Button icon={<UsersIcon />} title="Who may see it" onClick={() => setOpen(true)}>
        Sharing
      </Button>
      {isOpen && (
        <Sheet title="Sharing" width={400} isPane onClose={() => setOpen(false)}>
          <SharingPane
            shared={sharedOptimization(detail)}
            history={optimizationQuery(optimization.id).queryKey}
            url={url}
            copyOpenLink={<CopyButton text={url} onCopied={onCopied} />}
            onAdd={() => setAdding(true)}
          />
        </Sheet>
      )}
      {isAdding && <OptimizationShareDialog detail={detail} onClose={() => setAdding(false)} />}
    </>
  );
}

/** Shares an optimization with reviewers, or by its open link. Mount it to open it. */
export function OptimizationShareDialog({ detail, onClose }: { detail: OptimizationDetail; onClose: () => void }) {
  const { optimization } = detail;
  const queryClient = useQueryClient();
  const { url, onCopied, isDisabled } = usePreviewLink(optimization);
  const count = SECTIONS.length - missingSections(optimization).length;
  return (
    <ShareDialog
      shared={sharedOptimization(detail)}
      what={counted(count, 'suggestion')}
      copyOpenLink={
        <CopyButton type="text" text={url} disabled={isDisabled} onCopied={onCopied} copyIcon={<LinkIcon />}>
          Copy open link
        </CopyButton>
      }
      onShared={() =>
        void queryClient.invalidateQueries({ queryKey: optimizationQuery(optimization.id).queryKey, exact: true })
      }
      onClose={onClose}
    />
  );
}

function sharedOptimization({ optimization: { id, businessName }, client }: OptimizationDetail): Shared {
  return { subject: 'gmb-optimizations', id, title: businessName, clientId: client.id, business: client.business };
}
