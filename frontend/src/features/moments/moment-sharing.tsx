import { useState } from 'react';
import { momentQuery } from '../../records/moments';
import { SharingPane } from '../../records/sharing/sharing-pane';
import { CopyButton } from '../../ui/copy-button';
import { MomentShareDialog, sharedMoment } from './moment-share-dialog';
import { usePageState } from './page-state';
import { usePublicLink } from './public-link';

/** Who may see the moment, in the inspector's place. */
export function MomentSharing({ onClose }: { onClose?: () => void }) {
  const { moment } = usePageState();
  const { url, copy, question } = usePublicLink();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <SharingPane
        shared={sharedMoment(moment)}
        history={momentQuery(moment.id).queryKey}
        url={url}
        copyOpenLink={<CopyButton {...copy} />}
        onAdd={() => setAdding(true)}
        {...(onClose && { onClose })}
      />
      {question}
      {isAdding && <MomentShareDialog moment={moment} onClose={() => setAdding(false)} />}
    </>
  );
}
