import { FILE_NAME_MAX } from '@gmb-moments/backend/contract/delivery-rules';
import { keywordList } from '@gmb-moments/backend/contract/keywords';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, type InputRef } from 'antd';
import { useState, type ReactNode } from 'react';
import { ArrowDownIcon, ArrowUpIcon, MapPinIcon } from '../../ui/icons';
import { RelativeTime } from '../../ui/relative-time';
import { positionQuery } from '../../records/deliveries';
import styles from './deliver-dialog.module.css';
import type { DeliveryDraft, DraftPhoto } from './use-delivery-draft';

/** The metadata that is written into the selected file, with the names of its fields. */
export function WrittenFile({ draft }: { draft: DeliveryDraft }) {
  const { photos, selected, at } = draft;
  if (!selected) return null;
  return (
    <section aria-label="Written into the file" className={styles['written']}>
      <div className="row gap-4-8">
        <h3 className="fill muted small medium">Written into the file</h3>
        <span className="muted numbers">{`${at + 1} of ${photos.length}`}</span>
        <Button
          type="text"
          size="small"
          icon={<ArrowUpIcon />}
          aria-label="Previous file"
          disabled={at === 0}
          onClick={() => draft.move(-1)}
        />
        <Button
          type="text"
          size="small"
          icon={<ArrowDownIcon />}
          aria-label="Next file"
          disabled={at === photos.length - 1}
          onClick={() => draft.move(1)}
        />
      </div>
      <FileHead key={selected.imageId} photo={selected} draft={draft} />
      <Texts photo={selected} hasPosition={draft.hasPosition} />
    </section>
  );
}

const focus = (field: InputRef | null) => field?.focus();

function FileHead({ photo, draft }: { photo: DraftPhoto; draft: DeliveryDraft }) {
  const { imageId, name, fileName, thumbnailUrl, approvedBy, approvedAt } = photo;
  const [isNaming, setNaming] = useState(false);
  return (
    <div className={`flex top gap-14 ${styles['about']}`}>
      <img src={thumbnailUrl} alt="" className="no-shrink" />
      <div className="grow">
        {isNaming ? (
          <Input
            aria-label="File name"
            ref={focus}
            maxLength={FILE_NAME_MAX}
            defaultValue={name}
            onBlur={({ target }) => {
              draft.rename(imageId, target.value.trim());
              setNaming(false);
            }}
            onPressEnter={({ currentTarget }) => currentTarget.blur()}
          />
        ) : (
          <strong className="strong anywhere">{fileName}</strong>
        )}
        <p className="muted">
          Approved by <bdi>{approvedBy ?? 'the client'}</bdi>
          <br />
          <RelativeTime date={approvedAt} />
        </p>
        {!isNaming && (
          <button type="button" className={styles['plain']} onClick={() => setNaming(true)}>
            Rename
          </button>
        )}
      </div>
    </div>
  );
}

function Texts({ photo, hasPosition }: { photo: DraftPhoto; hasPosition: boolean }) {
  const { imageId, version, title, description, exifKeywords, geoAltDescription, address } = photo;
  const position = useQuery(positionQuery(imageId, version)).data?.position;
  const shown = hasPosition ? position : null;
  const keywords = keywordList(exifKeywords);
  return (
    <dl>
      <Field label="Title" name="IPTC Headline">
        {title}
      </Field>
      <Field label="Description" name="IPTC Caption">
        {description}
      </Field>
      <Field label="Keywords" name="IPTC Keywords">
        {keywords.length > 0 && (
          <ul className={`flex wrap gap-6 ${styles['keywords']}`}>
            {keywords.map((word) => (
              <li key={word} dir="auto">
                {word}
              </li>
            ))}
          </ul>
        )}
      </Field>
      <Field label="Alt text" name="IPTC Alt Text">
        {geoAltDescription}
      </Field>
      <Field label="Place" name={shown ? 'EXIF GPS' : 'IPTC Location'}>
        {(address || shown) && (
          <span className="row gap-4-8 wrap">
            <MapPinIcon /> <bdi>{address}</bdi> {shown && <span className="muted numbers">{shown}</span>}
          </span>
        )}
      </Field>
    </dl>
  );
}

function Field({ label, name, children }: { label: string; name: string; children: ReactNode }) {
  return (
    <div className={`ruled ${styles['text']}`}>
      <dt className="flex between muted small medium gap-8">
        {label} <span className="tiny">{name}</span>
      </dt>
      <dd dir="auto" className="anywhere pre-line">
        {children || <span className="muted">Nothing</span>}
      </dd>
    </div>
  );
}
