import { IMAGES_PER_MOMENT } from '@gmb-moments/backend/contract/limits';
import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { Button } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ConfirmDelete } from '../../ui/confirm-delete';
import { DueButton } from '../../records/sharing/due-button';
import { PlusIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { RelativeTime } from '../../ui/relative-time';
import { StatusTag } from '../../ui/status-tag';
import { useIsMobile } from '../../lib/media';
import { AddImagesDialog } from './images/add-images-dialog';
import { MomentMenu } from './moment-menu';
import { GenerateCaptionsButton } from './captions/generate-captions-button';
import styles from './moment-page.module.css';
import { usePageState } from './page-state';
import { SharingSummary } from './sharing-summary';
import { PhoneActions } from './phone-actions';
import { PublicLink } from './public-link';
import { useMomentDeletion } from './use-moment-deletion';

/** Title, state, link and what concerns the moment as a whole. */
export function MomentHeader() {
  const { moment, count } = usePageState();
  const isMobile = useIsMobile();
  const add = <AddImages momentId={moment.id} held={count} />;
  return (
    <>
      <PageHeader
        parent={{ title: 'Moments', path: '/moments' }}
        title={moment.title}
        status={<StatusTag status={moment.status} />}
        subtitle={<Facts moment={moment} count={count} />}
        actions={isMobile ? <PhoneActions /> : <WideActions add={add} />}
      />
      {isMobile ? (
        <>
          {count === 0 && add}
          <div className={`box surface-2 ${styles['shared']}`}>
            <SharingSummary />
          </div>
        </>
      ) : (
        <PublicLink />
      )}
    </>
  );
}

function WideActions({ add }: { add: ReactNode }) {
  const { moment, next } = usePageState();
  const menu = useRef<HTMLButtonElement>(null);
  return (
    <div className={`row wrap gap-8 ${styles['actions']}`}>
      {add}
      {next !== 'generate' && <GenerateCaptionsButton />}
      <DeleteMoment moment={moment} />
      <MomentMenu moment={moment} button={menu} />
    </div>
  );
}

function Facts({ moment, count }: { moment: MomentView; count: number }) {
  return (
    <>
      <Link to={`/clients/${moment.clientId}`}>
        <bdi>{moment.client.business}</bdi>
      </Link>
      {` · ${count === 1 ? '1 photo' : `${count} photos`} · `}
      {moment.sharedAt ? (
        <span>
          Shared <RelativeTime date={moment.sharedAt} />
        </span>
      ) : (
        <span>Not shared yet</span>
      )}
      {moment.delivered && (
        <span>
          {' · '}Delivered by <bdi>{moment.delivered.by}</bdi>, <RelativeTime date={moment.delivered.at} />
        </span>
      )}
      <DueButton shared={{ subject: 'moments', id: moment.id }} due={moment} />
    </>
  );
}

function AddImages({ momentId, held }: { momentId: string; held: number }) {
  const [isOpen, setOpen] = useState(false);
  const isFull = held >= IMAGES_PER_MOMENT;
  return (
    <>
      <Button
        type={held === 0 ? 'primary' : 'default'}
        icon={<PlusIcon />}
        disabled={isFull}
        title={isFull ? `A package holds at most ${IMAGES_PER_MOMENT} images` : undefined}
        onClick={() => setOpen(true)}
      >
        Add More Images
      </Button>
      {isOpen && <AddImagesDialog momentId={momentId} held={held} onClose={() => setOpen(false)} />}
    </>
  );
}

function DeleteMoment({ moment }: { moment: MomentView }) {
  return (
    <ConfirmDelete label={`Delete ${moment.title}`} {...useMomentDeletion(moment)}>
      Delete Package
    </ConfirmDelete>
  );
}
