import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lacksCaption } from '../../records/captions';
import { momentQuery } from '../../records/moments';
import { ShareDialog } from '../sharing/share-dialog';
import type { Shared } from '../../records/sharing';
import { SharingPane } from '../sharing/sharing-pane';
import { CopyButton } from '../../ui/copy-button';
import { LinkIcon } from '../../ui/icons';
import { usePublicLink } from './public-link';
import { useImageCount, useImages, useMoment } from './use-page';
import { counted } from '../../lib/counted';

/** Who may see the moment, in the inspector's place. */
export function MomentSharing({ onClose }: { onClose?: () => void }) {
  const moment = useMoment();
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

/** What links to a moment are about. */
function sharedMoment({ id, title, clientId, client }: MomentView): Shared {
  return { subject: 'moments', id, title, clientId, business: client.business };
}

/** Shares a moment with reviewers, or by its open link. Mount it to open it. */
export function MomentShareDialog({ moment, onClose }: { moment: MomentView; onClose: () => void }) {
  const images = useImages();
  const count = useImageCount();
  const queryClient = useQueryClient();
  const { copy, question } = usePublicLink();
  const lacking = images.filter(lacksCaption).length;
  return (
    <ShareDialog
      shared={sharedMoment(moment)}
      what={counted(count, 'photo')}
      notice={lacking > 0 && `${lacking === 1 ? '1 photo has' : `${lacking} photos have`} no caption.`}
      copyOpenLink={
        <>
          <CopyButton type="text" {...copy} copyIcon={<LinkIcon />}>
            Copy open link
          </CopyButton>
          {question}
        </>
      }
      onShared={() => void queryClient.invalidateQueries({ queryKey: momentQuery(moment.id).queryKey, exact: true })}
      onClose={onClose}
    />
  );
}
