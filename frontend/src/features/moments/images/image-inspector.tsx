import type { ImageView } from '@gmb-moments/backend/contract/images';
import { Alert, Button } from 'antd';
import { memo } from 'react';
import { HistoryIcon, MaximizeIcon } from '../../../ui/icons';
import { TechnicalDetails } from '../../../ui/long-text';
import { usePersistedChoice } from '../../../lib/persisted-choice';
import { RelativeTime } from '../../../ui/relative-time';
import { StatusTag } from '../../../ui/status-tag';
import type { CaptionProblem } from '../captions/caption-states';
import type { ImageDialog } from '../page-state';
import { usePage, usePageState, useCaptionStates } from '../use-page';
import { StepButtons } from '../step-buttons';
import { AddressField, CaptionFields, FieldAlerts, KeywordTags, SearchFields } from './caption-fields';
import { CaptionSource } from './caption-source';
import { ImageButtons, PhotoMenu, ResubmitButton } from './image-buttons';
import { useReplacementPicker } from './use-replacement-picker';
import type { ImageDrafts } from './draft';
import { ClientFeedback, EarlierVersion, isResubmission, ResubmittedNote } from './image-feedback';
import styles from './image-inspector.module.css';
import { Picture } from './image-picture';
import { useDialogs } from '../../../records/dialogs';
import { CAPTION_OUTDATED } from '../../../records/findings';
import { Findings } from './findings';
import { IMAGE_STATUS_LABELS } from '../../../records/images';
import { useIgnoreFinding, useReplacement } from './use-image-actions';
import { useImageTexts, type FieldTexts } from './use-image-texts';
import { countText } from '../../../lib/count-text';
import { useCan } from '../../../records/permissions';

interface Props {
  image: ImageView;
  /** Position in the moment, from 1. */
  number: number;
  /** Unsaved edits of the image. */
  drafts: ImageDrafts | undefined;
}

/** The selected image: the photo, its fields for editing in place, and all actions. */
export const ImageInspector = memo(function ImageInspector({ image, number, drafts }: Props) {
  const { openDialog } = usePage();
  const caption = useImageTexts(image, 'caption', drafts);
  const address = useImageTexts(image, 'address', drafts);
  const captions = useCaptionStates();
  const percent = usePageState(({ replacing }) => replacing[image.id]);
  const failure = usePageState(({ problems }) => problems[image.id]);
  const rejected = usePageState(({ filter }) => filter.resubmitted.get(image.id));
  const ignore = useIgnoreFinding(image);
  const mayEdit = useCan('review.edit');
  const open = (dialog: ImageDialog) => openDialog(image.id, dialog);
  const activity = captions.activityOn(image);
  const isBusy = percent !== undefined || activity !== null;
  const problem = failure ? { message: failure, detail: '' } : captions.problemOf(image);
  const replacing = useReplacementPicker(image, useReplacement(image));
  /** The image before its resubmission; `null` once that can no longer be undone. */
  const resubmitted = rejected && isResubmission(rejected, image) ? rejected : null;
  return (
    <section aria-label="Selected image" className={`column fill ${styles['inspector']}`}>
      <button
        type="button"
        aria-label={`Open preview of ${image.title || image.fileName}`}
        className={`no-shrink relative block ${styles['photo']}`}
        // The thumbnail, which is cached, is shown until the preview is loaded.
        style={{ backgroundImage: `url("${image.thumbnailUrl}")` }}
        onClick={() => open('preview')}
      >
        <Picture key={image.id} image={image} src={image.previewUrl} className={`block wide ${styles['picture']}`} />
        <span className={`centered ink surface ${styles['maximize']}`}>
          <MaximizeIcon />
        </span>
        {activity === 'writing' && <span className={styles['progress']} />}
      </button>
      {/* Remounted per image, so that an open dialog or file picker never acts on another image. */}
      <div key={image.id} className={`column fill gap-12 ${styles['body']}`}>
        <div className="row gap-8">
          <strong>#{number}</strong>
          <span className="clip grow muted small" title={image.fileName}>
            {image.fileName}
          </span>
          <StatusTag
            status={image.status}
            label={IMAGE_STATUS_LABELS[image.status]}
            onClick={image.status === 'rejected' ? () => open('feedback') : undefined}
          />
          <PhotoMenu />
        </div>
        <ImageFacts image={image} number={number} />
        <ImageButtons image={image} isBusy={isBusy} onReplace={replacing.start} />
        {resubmitted ? (
          <ResubmittedNote image={image} feedback={resubmitted.feedback} />
        ) : (
          <ClientFeedback image={image} />
        )}
        <EarlierVersion image={image} />
        <Findings
          findings={image.findings}
          disabled={isBusy || !mayEdit}
          onReplace={replacing.start}
          onIgnore={(kind, isIgnored) => ignore.mutate({ kind, isIgnored })}
        />
        {problem && <Problem {...problem} />}
        {image.captionOutdated && <span className="pending">{CAPTION_OUTDATED.message}</span>}
        {percent !== undefined && <span className="muted small">{`Replacing… ${percent}%`}</span>}
        {activity === 'writing' && caption.edited.length === 0 ? (
          <CaptionSkeleton />
        ) : (
          <CaptionFields caption={caption} />
        )}
        <CaptionAlerts fields={caption} />
        <CaptionSource image={image} />
        <SeoFold caption={caption} address={address} />
        <FieldAlerts fields={address} />
      </div>
      {replacing.element}
      <div className={`flex ruled surface-2 gap-8 ${styles['footer']}`}>
        {mayEdit && (image.status === 'rejected' || resubmitted) ? (
          <ResubmitButton image={image} isBusy={isBusy} isResubmitted={resubmitted !== null} />
        ) : (
          <span className="fill" />
        )}
        <StepButtons />
      </div>
    </section>
  );
});

/** Alerts about the caption; hidden while the edit dialog shows them. */
function CaptionAlerts({ fields }: { fields: FieldTexts<'caption'> }) {
  const isInDialog = usePageState(({ dialog }) => dialog === 'edit');
  return isInDialog ? null : <FieldAlerts fields={fields} />;
}

/** When the client decided, and a button that opens the image's history. */
function ImageFacts({ image, number }: Pick<Props, 'image' | 'number'>) {
  const { history } = useDialogs();
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
        onClick={() =>
          history({ review: { path: 'moments', id: momentId }, imageId: id, title: `History of photo ${number}` })
        }
      >
        History
      </Button>
    </div>
  );
}

/** The collapsible SEO fields: keywords, alt text and address. The state is persisted. */
function SeoFold({ caption, address }: { caption: FieldTexts<'caption'>; address: FieldTexts<'address'> }) {
  const [kept, keep] = usePersistedChoice('moment-seo', ['closed', 'open']);
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
        <span className="small">{`: ${countText(keywords.length, 'EXIF keyword')}, geo alt description, address`}</span>
        {!isOpen && <KeywordTags keywords={keywords} />}
      </summary>
      {/* Not rendered while closed, because each change of the selection would rerender these fields. */}
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
