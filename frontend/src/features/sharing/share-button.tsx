import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, type ButtonProps } from 'antd';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { chunkQuery, useChunk } from '../../lib/chunk';
import { reasonOf } from '../../lib/http';
import { CopyButton } from '../../ui/copy-button';
import { LinkIcon, SendIcon } from '../../ui/icons';
import { momentLists, momentQuery, publicAddress, shareMoment } from '../../records/moments';
import { optimizationLists, optimizationQuery, previewAddress, shareOptimization } from '../../records/optimizations';
import { workQuery } from '../../records/work';
import type { Shared } from '../../records/sharing';
import { useOpenLink } from '../../records/use-open-link';

const dialogQuery = chunkQuery('share-dialog', async () => (await import('./share-dialog')).ShareDialog);

/** Queries that show whether something was shared. */
const SHOWN = [workQuery, momentLists, optimizationLists];

/** What is shared outside of its page: a moment, or an optimization, that its client may see as it is. */
interface ListedShare {
  shared: Shared;
  /** In a sentence: `10 photos`. */
  what: string;
}

const Share = createContext<(listed: ListedShare) => void>(() => {});

/** Holds the dialog of `ShareButton`: what is shared may leave the list with its button. */
export function ShareHost({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [listed, setListed] = useState<ListedShare | null>(null);
  const [ShareDialog, needDialog] = useChunk(dialogQuery);
  const open = (chosen: ListedShare) => {
    needDialog();
    setListed(chosen);
  };
  const CopyLink = listed?.shared.subject === 'moments' ? CopyMomentLink : CopyPreviewLink;
  return (
    <Share value={open}>
      {children}
      {listed && ShareDialog && (
        <ShareDialog
          {...listed}
          copyOpenLink={<CopyLink id={listed.shared.id} />}
          onShared={() => void SHOWN.map((shown) => queryClient.invalidateQueries(shown))}
          onClose={() => setListed(null)}
        />
      )}
    </Share>
  );
}

interface Props extends ListedShare, Pick<ButtonProps, 'type' | 'size' | 'children' | 'aria-label' | 'title'> {}

/** Opens the dialog that shares a moment or an optimization, outside of its page. */
export function ShareButton({ shared, what, ...button }: Props) {
  const share = useContext(Share);
  return <Button icon={<SendIcon />} {...button} onClick={() => share({ shared, what })} />;
}

function CopyMomentLink({ id }: { id: string }) {
  const { data } = useQuery(momentQuery(id));
  return (
    <CopyOpenLink of={{ subject: 'moments', id }} address={data && publicAddress(data)} share={() => shareMoment(id)} />
  );
}

function CopyPreviewLink({ id }: { id: string }) {
  const { data } = useQuery(optimizationQuery(id));
  const address = data && previewAddress(data.optimization);
  return (
    <CopyOpenLink of={{ subject: 'gmb-optimizations', id }} address={address} share={() => shareOptimization(id)} />
  );
}

interface CopyProps {
  of: Pick<Shared, 'subject' | 'id'>;
  /** `undefined` until it is known. */
  address: string | undefined;
  share: () => Promise<unknown>;
}

/** Copies the link that anybody may use, which counts as sharing. */
function CopyOpenLink({ of, address, share }: CopyProps) {
  const { onCopied, isDisabled } = useOpenLink({
    of,
    share,
    copied: ['Link copied!'],
    failure: (error) => ['Not shared', `The link was copied, but not noted as shared: ${reasonOf(error)}`],
    refresh: SHOWN,
  });
  return (
    <CopyButton
      type="text"
      text={address ?? ''}
      disabled={!address || isDisabled}
      copyIcon={<LinkIcon />}
      onCopied={onCopied}
    >
      Copy open link
    </CopyButton>
  );
}
