import type { ImageView } from '@gmb-moments/backend/contract/images';
import { Alert } from 'antd';
import { useState, type ReactNode } from 'react';
import { MaximizeIcon } from '../../../ui/icons';
import { TechnicalDetails } from '../../../ui/long-text';
import { StatusTag } from '../../../ui/status-tag';
import type { CaptionActivity, Rewriting } from '../captions/use-captions';
import { AddressField, CaptionFields, FieldNotes, Keywords, SearchFields } from './caption-fields';
import { ADDRESS_FIELD_VIEWS, CAPTION_FIELD_VIEWS, type AddressForm, type CaptionForm } from './caption-form';
import { EarlierVersion } from './image-feedback';
import { ImageButtons, ResubmitButton } from './image-buttons';
import { ImageFacts } from './image-facts';
import { ClientFeedback, Resubmitted } from './image-feedback';
import styles from './image-inspector.module.css';
import { Picture } from './image-picture';
import { STATUS_LABELS } from '../../../records/images';
import type { ImageActions } from './use-image-actions';
import type { FieldsInPlace } from './use-fields-in-place';

interface Props {
  image: ImageView;
  number: number;
  actions: ImageActions;
  caption: FieldsInPlace<CaptionForm>;
  /** Whether a dialog over the page edits the caption, and says what stands in its way. */
  isInDialog: boolean;
  address: FieldsInPlace<AddressForm>;
  activity: CaptionActivity;
  busy: string;
  /** The image as it was before it was resubmitted, while that can be undone. */
  resubmitted: ImageView | null;
  /** Why the AI could not caption it; `''` when it could, or was not asked. */
  problem: string;
  /** The technical reason of that. */
  problemDetail: string;
  /** What is done now and then. */
  menu: ReactNode;
  /** Goes to another image. */
  steps: ReactNode;
  onDialog: (dialog: 'preview' | 'edit' | 'feedback') => void;
  onRegenerate: (rewriting: Rewriting) => void;
}

/** The selected image: the photo, its fields, to be edited in place, and all that staff do with it. */
export function ImageInspector(props: Props) {
  const { image, number, actions, caption, address, activity, busy, resubmitted, onDialog } = props;
  const isBusy = busy !== '' || activity !== null;
  const problem = actions.problem || props.problem;
  return (
    <section aria-label="Selected image" className={styles['inspector']}>
      <button
        type="button"
        aria-label={`Open preview of ${image.title || image.fileName}`}
        className={styles['photo']}
        // What is already there stands in until the larger picture is loaded.
        style={{ backgroundImage: `url("${image.thumbnailUrl}")` }}
        onClick={() => onDialog('preview')}
      >
        <Picture key={image.id} image={image} src={image.previewUrl} className={styles['picture']} />
        <span className={styles['maximize']}>
          <MaximizeIcon />
        </span>
        {activity === 'writing' && <span className={styles['progress']} />}
      </button>
      {/* A dialog or picker that was opened for one image never acts on another. */}
      <div key={image.id} className={styles['body']}>
        <div className={styles['state']}>
          <strong>#{number}</strong>
          <span className={styles['file']} title={image.fileName}>
            {image.fileName}
          </span>
          <StatusTag
            status={image.status}
            label={STATUS_LABELS[image.status]}
            onClick={image.status === 'rejected' ? () => onDialog('feedback') : undefined}
          />
          {props.menu}
        </div>
        <ImageFacts image={image} number={number} />
        <ImageButtons
          image={image}
          actions={actions}
          isBusy={isBusy}
          onEdit={() => onDialog('edit')}
          onRegenerate={props.onRegenerate}
        />
        {resubmitted ? (
          <Resubmitted feedback={resubmitted.feedback} undo={actions.undoResubmit} />
        ) : (
          <ClientFeedback image={image} />
        )}
        <EarlierVersion image={image} />
        {problem && <Problem text={problem} detail={actions.problem ? '' : props.problemDetail} />}
        {image.captionOutdated && (
          <span className={styles['outdated']}>This caption was written for the previous picture.</span>
        )}
        {busy && <span className={styles['note']}>{busy}</span>}
        {activity === 'writing' && caption.edited.length === 0 ? (
          <CaptionSkeleton />
        ) : (
          <CaptionFields caption={caption} />
        )}
        {!props.isInDialog && <FieldNotes what="this caption" views={CAPTION_FIELD_VIEWS} fields={caption} />}
        {image.captionProvider && (
          <span className={styles['note']}>
            Drafted by {image.captionProvider === 'built-in' ? 'Built-in (English)' : image.captionProvider}
          </span>
        )}
        <SeoFold caption={caption} address={address} />
        <FieldNotes what="this address" views={ADDRESS_FIELD_VIEWS} fields={address} />
      </div>
      <div className={styles['footer']}>
        {image.status === 'rejected' || resubmitted ? (
          <ResubmitButton resubmit={actions.resubmit} isBusy={isBusy} isResubmitted={resubmitted !== null} />
        ) : (
          <span className={styles['filler']} />
        )}
        {props.steps}
      </div>
    </section>
  );
}

const SEO_KEY = 'moment-seo';

/** Keywords, alt text and address; whether they are open is remembered. */
function SeoFold({ caption, address }: Pick<Props, 'caption' | 'address'>) {
  const [isOpen, setOpen] = useState(() => localStorage.getItem(SEO_KEY) === 'open');
  const keywords = caption.values.exifKeywords;
  const toggle = (open: boolean) => {
    setOpen(open);
    localStorage.setItem(SEO_KEY, open ? 'open' : 'closed');
  };
  return (
    <details className={styles['seo']} open={isOpen} onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary>
        SEO
        <span className={styles['summary']}>
          {`: ${keywords.length} EXIF ${keywords.length === 1 ? 'keyword' : 'keywords'}, geo alt description, address`}
        </span>
        {!isOpen && <Keywords keywords={keywords} />}
      </summary>
      {/* Only while open: going from photo to photo draws these fields each time. */}
      {isOpen && (
        <div className={styles['fold']}>
          <SearchFields caption={caption} />
          <AddressField address={address} />
        </div>
      )}
    </details>
  );
}

function CaptionSkeleton() {
  return (
    <div className={styles['skeleton']}>
      <span className={styles['note']}>Writing the caption…</span>
      <span />
      <span />
      <span />
    </div>
  );
}

function Problem({ text, detail }: { text: string; detail: string }) {
  const title = (
    <>
      {text}
      <TechnicalDetails text={detail} />
    </>
  );
  return <Alert type="error" showIcon title={title} />;
}
