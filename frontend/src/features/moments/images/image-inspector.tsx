import type { ImageView } from '@gmb-moments/backend/contract/images';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { HistoryIcon, MaximizeIcon } from '../../../ui/icons';
import { TechnicalDetails } from '../../../ui/long-text';
import { useKeptChoice } from '../../../lib/kept-choice';
import { RelativeTime } from '../../../ui/relative-time';
import { StatusTag } from '../../../ui/status-tag';
import type { CaptionProblem } from '../captions/use-captions';
import { usePageState, usePageTools } from '../page-state';
import { StepButtons } from '../step-buttons';
import type { ImageDialog } from '../use-workbench';
import { AddressField, CaptionFields, FieldNotes, Keywords, SearchFields } from './caption-fields';
import { CaptionSource } from './caption-source';
import { ImageButtons, PhotoMenu, ResubmitButton } from './image-buttons';
import { useReplacing } from './use-replacing';
import { ClientFeedback, EarlierVersion, isResubmission, Resubmitted, type Resubmission } from './image-feedback';
import styles from './image-inspector.module.css';
import { Picture } from './image-picture';
import { HistoryDrawer } from '../../history/history-drawer';
import { momentQuery } from '../../../records/moments';
import { CAPTION_OUTDATED, Findings } from '../../../ui/findings';
import { STATUS_LABELS } from '../../../records/images';
import type { FieldsInPlace } from './use-fields-in-place';
import type { ImageActions } from './use-image-actions';
import { counted } from '../../../lib/counted';

/** What staff do to an image at present. */
export interface ImageWork {
  actions: ImageActions;
  resubmit: Resubmission;
  /** What is typed. */
  caption: FieldsInPlace<'caption'>;
  address: FieldsInPlace<'address'>;
  /** Other work as text: `Replacing… 40%`; `''` for none. */
  otherWork: string;
}

interface Props {
  image: ImageView;
  number: number;
  work: ImageWork;
}

/** The selected image: the photo, its fields, to be edited in place, and all that staff do with it. */
export function ImageInspector({ image, number, work }: Props) {
  const { actions, resubmit, caption, address, otherWork } = work;
  const { captions, workbench } = usePageState();
  const { openDialog } = usePageTools();
  const open = (dialog: ImageDialog) => openDialog(image.id, dialog);
  const activity = captions.activityOn(image);
  const isBusy = otherWork !== '' || activity !== null;
  const problem = actions.problem ? { message: actions.problem, detail: '' } : captions.problemOf(image);
  const replacing = useReplacing(image, actions.replacement.replace);
  const rejected = workbench.filter.rejected(image.id);
  /** The image as it was before it was resubmitted, while that can be undone. */
  const resubmitted = rejected && isResubmission(rejected, image) ? rejected : null;
  return (
    <section aria-label="Selected image" className={`column fill ${styles['inspector']}`}>
      <button
        type="button"
        aria-label={`Open preview of ${image.title || image.fileName}`}
        className={`rigid relative block ${styles['photo']}`}
        // What is already there stands in until the larger picture is loaded.
        style={{ backgroundImage: `url("${image.thumbnailUrl}")` }}
        onClick={() => open('preview')}
      >
        <Picture key={image.id} image={image} src={image.previewUrl} className={`block wide ${styles['picture']}`} />
        <span className={`middle ink surface ${styles['maximize']}`}>
          <MaximizeIcon />
        </span>
        {activity === 'writing' && <span className={styles['progress']} />}
      </button>
      {/* A dialog or picker that was opened for one image never acts on another. */}
      <div key={image.id} className={`column fill gap-12 ${styles['body']}`}>
        <div className="row gap-8">
          <strong>#{number}</strong>
          <span className="clip grow muted small" title={image.fileName}>
            {image.fileName}
          </span>
          <StatusTag
            status={image.status}
            label={STATUS_LABELS[image.status]}
            onClick={image.status === 'rejected' ? () => open('feedback') : undefined}
          />
          <PhotoMenu />
        </div>
        <ImageFacts image={image} number={number} />
        <ImageButtons image={image} actions={actions} isBusy={isBusy} onReplace={replacing.start} />
        {resubmitted ? (
          <Resubmitted feedback={resubmitted.feedback} undo={actions.undoResubmit} />
        ) : (
          <ClientFeedback image={image} />
        )}
        <EarlierVersion image={image} />
        <Findings
          findings={image.findings}
          disabled={isBusy}
          onReplace={replacing.start}
          onIgnore={(kind, isIgnored) => actions.ignore.mutate({ kind, isIgnored })}
        />
        {problem && <Problem {...problem} />}
        {image.captionOutdated && <span className="pending">{CAPTION_OUTDATED.message}</span>}
        {otherWork && <span className="muted small">{otherWork}</span>}
        {activity === 'writing' && caption.edited.length === 0 ? (
          <CaptionSkeleton />
        ) : (
          <CaptionFields caption={caption} />
        )}
        {/* The dialog says this itself. */}
        {workbench.dialog !== 'edit' && <FieldNotes fields={caption} />}
        <CaptionSource image={image} />
        <SeoFold caption={caption} address={address} />
        <FieldNotes fields={address} />
      </div>
      {replacing.element}
      <div className={`flex ruled surface-2 gap-8 ${styles['footer']}`}>
        {image.status === 'rejected' || resubmitted ? (
          <ResubmitButton resubmit={resubmit} isBusy={isBusy} isResubmitted={resubmitted !== null} />
        ) : (
          <span className="fill" />
        )}
        <StepButtons />
      </div>
    </section>
  );
}

/** When the client decided, and what happened to the image before. */
function ImageFacts({ image, number }: Pick<Props, 'image' | 'number'>) {
  const [isOpen, setOpen] = useState(false);
  const { id, momentId, status, decidedAt } = image;
  return (
    <div className={`row between muted small gap-8 ${styles['facts']}`}>
      {decidedAt ? (
        <span>
          {status === 'approved' ? 'Approved' : 'Rejected'} <RelativeTime date={decidedAt} />
        </span>
      ) : (
        'Not decided yet'
      )}
      <Button
        type="link"
        size="small"
        icon={<HistoryIcon />}
        aria-label={`History of photo ${number}`}
        onClick={() => setOpen(true)}
      >
        History
      </Button>
      <HistoryDrawer
        subject={momentQuery(momentId).queryKey}
        imageId={id}
        title={`History of photo ${number}`}
        open={isOpen}
        onClose={() => setOpen(false)}
      />
    </div>
  );
}

/** Keywords, alt text and address; whether they are open is remembered. */
function SeoFold({ caption, address }: Pick<ImageWork, 'caption' | 'address'>) {
  const [kept, keep] = useKeptChoice('moment-seo', ['closed', 'open']);
  const isOpen = kept === 'open';
  const keywords = caption.values.exifKeywords;
  return (
    <details
      className={styles['fold']}
      open={isOpen}
      onToggle={(event) => keep(event.currentTarget.open ? 'open' : 'closed')}
    >
      <summary>
        SEO
        <span className="small">{`: ${counted(keywords.length, 'EXIF keyword')}, geo alt description, address`}</span>
        {!isOpen && <Keywords keywords={keywords} />}
      </summary>
      {/* Only while open: going from photo to photo draws these fields each time. */}
      {isOpen && (
        <div className="column gap-12">
          <SearchFields caption={caption} />
          <AddressField address={address} />
        </div>
      )}
    </details>
  );
}

function CaptionSkeleton() {
  return (
    <div className={`column gap-12 ${styles['skeleton']}`}>
      <span className="muted small">Writing the caption…</span>
      <span />
      <span />
      <span />
    </div>
  );
}

function Problem({ message, detail }: CaptionProblem) {
  const title = (
    <>
      {message}
      <TechnicalDetails text={detail} />
    </>
  );
  return <Alert type="error" showIcon title={title} />;
}
