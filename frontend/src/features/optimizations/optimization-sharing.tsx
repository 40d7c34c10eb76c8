import type { OptimizationDetail } from '@gmb-moments/backend/contract/optimizations';
import { Button } from 'antd';
import { useState } from 'react';
import { optimizationQuery } from '../../records/optimizations';
import { SharingPane } from '../../records/sharing/sharing-pane';
import { CopyButton } from '../../ui/copy-button';
import { Sheet } from '../../ui/dialog';
import { UsersIcon } from '../../ui/icons';
import { OptimizationShareDialog, sharedOptimization } from './optimization-share-dialog';
import { useShare } from './use-share';

/** The button that shows who may see the optimization, over the page. */
export function OptimizationSharing({ detail }: { detail: OptimizationDetail }) {
  const { optimization } = detail;
  const { url, onCopied } = useShare(optimization);
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
