import { IMAGES_PER_MOMENT } from '@gmb-moments/backend/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { ConfirmDelete } from '../../ui/confirm-delete';
import type { ReviewRef } from '../../records/reviews';
import { sharingQuery } from '../../records/sharing';
import { useDialogs } from '../../records/dialogs';
import { DueDateButton, DueDate } from '../../ui/due-date';
import { PlusIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { RelativeTime } from '../../ui/relative-time';
import { StatusTag } from '../../ui/status-tag';
import { useIsMobile } from '../../lib/media-queries';
import { AddImagesDialog } from './images/add-images-dialog';
import { MomentMenu } from './moment-menu';
import { GenerateCaptionsButton } from './captions/generate-captions-button';
import styles from './moment-page.module.css';
import { PhoneActions } from './phone-actions';
import { PublicLink, SharingSummary } from './public-link';
import { useMomentDeletion } from './use-moment-deletion';
import { useImageCount, useMoment, useNextStep } from './use-page';
import { countText } from '../../lib/count-text';
import { useCan, useMay } from '../../records/permissions';

/** The header of a moment's page: title, status, public link, and the actions on the moment as a whole. */
export function MomentHeader() {
  const moment = useMoment();
  const count = useImageCount();
  const isMobile = useIsMobile();
  const mayEdit = useCan('review.edit');
  return (
    <>
      <PageHeader
        parent={{ title: 'Moments', path: '/moments' }}
        title={moment.title}
        status={<StatusTag status={moment.status} />}
        subtitle={<Subtitle />}
        actions={isMobile ? <PhoneActions /> : <WideActions />}
      />
      {isMobile ? (
        <>
          {mayEdit && count === 0 && <AddImages />}
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

function WideActions() {
  const next = useNextStep();
  const may = useMay();
  const menu = useRef<HTMLButtonElement>(null);
  return (
    <div className={`row wrap gap-8 ${styles['actions']}`}>
      {may('review.edit') && <AddImages />}
      {may('review.generate') && next !== 'generate' && <GenerateCaptionsButton />}
      {may('review.delete') && <DeletePackage />}
      <MomentMenu button={menu} />
    </div>
  );
}

function DeletePackage() {
  const moment = useMoment();
  return (
    <ConfirmDelete label={`Delete ${moment.title}`} {...useMomentDeletion(moment)}>
      Delete Package
    </ConfirmDelete>
  );
}

function Subtitle() {
  const moment = useMoment();
  const count = useImageCount();
  const review: ReviewRef = { path: 'moments', id: moment.id };
  const sharing = useQuery(sharingQuery(review)).data;
  const { dueDay } = useDialogs();
  const mayShare = useCan('review.share');
  const isSentAlone = sharing?.openLinkSharedAt === null && sharing.links.length > 0;
  return (
    <>
      <Link to={`/clients/${moment.clientId}`}>
        <bdi>{moment.client.business}</bdi>
      </Link>
      {` · ${countText(count, 'photo')} · `}
      {moment.sharedAt ? (
        <span>
          {isSentAlone ? 'Links sent' : 'Shared'} <RelativeTime date={moment.sharedAt} />
        </span>
      ) : (
        <span>Not shared yet</span>
      )}
      {moment.delivered && (
        <span>
          {' · '}Delivered by <bdi>{moment.delivered.by}</bdi>, <RelativeTime date={moment.delivered.at} />
        </span>
      )}
      {mayShare ? (
        <DueDateButton due={moment} onClick={() => dueDay({ review, dueOn: moment.dueOn })} />
      ) : (
        <DueDate {...moment} />
      )}
    </>
  );
}

function AddImages() {
  const moment = useMoment();
  const count = useImageCount();
  const [isOpen, setOpen] = useState(false);
  const isFull = count >= IMAGES_PER_MOMENT;
  return (
    <>
      <Button
        type={count === 0 ? 'primary' : 'default'}
        icon={<PlusIcon />}
        disabled={isFull}
        title={isFull ? `A package holds at most ${IMAGES_PER_MOMENT} images` : undefined}
        onClick={() => setOpen(true)}
      >
        Add More Images
      </Button>
      {isOpen && <AddImagesDialog momentId={moment.id} imageCount={count} onClose={() => setOpen(false)} />}
    </>
  );
}
