import type { OptimizationDetail } from '@gmb-moments/backend/contract/optimizations';
import { SECTIONS } from '@gmb-moments/backend/contract/statuses';
import { useQueryClient } from '@tanstack/react-query';
import { optimizationQuery } from '../../records/optimizations';
import { ShareDialog } from '../../records/sharing/share-dialog';
import type { Shared } from '../../records/sharing/sharing';
import { CopyButton } from '../../ui/copy-button';
import { LinkIcon } from '../../ui/icons';
import { missingSections } from './sections';
import { useShare } from './use-share';

/** What links to an optimization are about. */
export function sharedOptimization({ optimization, client }: OptimizationDetail): Shared {
  const { id, businessName } = optimization;
  return { subject: 'gmb-optimizations', id, title: businessName, clientId: client.id, business: client.business };
}

/** Shares an optimization with reviewers, or by its open link. Mount it to open it. */
export function OptimizationShareDialog({ detail, onClose }: { detail: OptimizationDetail; onClose: () => void }) {
  const { optimization } = detail;
  const queryClient = useQueryClient();
  const { url, onCopied } = useShare(optimization);
  const count = SECTIONS.length - missingSections(optimization).length;
  return (
    <ShareDialog
      shared={sharedOptimization(detail)}
      what={count === 1 ? '1 suggestion' : `${count} suggestions`}
      copyOpenLink={
        <CopyButton type="text" text={url} onCopied={onCopied} copyIcon={<LinkIcon />}>
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
