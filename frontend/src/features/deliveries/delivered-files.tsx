import { GOOGLE_RULES } from '@gmb-moments/backend/contract/delivery-rules';
import { NOT_CHECKED } from '@gmb-moments/backend/contract/findings';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { CheckIcon, WarningIcon } from '../../ui/icons';
import { WarningSentences } from '../../ui/warning-sentences';
import { formatBytes } from '../../records/deliveries';
import styles from './deliver-dialog.module.css';
import type { DeliveryDraft, DraftPhoto } from './use-delivery-draft';
import { countText } from '../../lib/count-text';

/** The files of a delivery with their names, and the rules of Google that they break. */
export function DeliveredFiles({ draft }: { draft: DeliveryDraft }) {
  const { photos, chosen } = draft;
  const isAll = chosen.length === photos.length;
  const fresh = photos.filter(({ isNew }) => isNew).length;
  const moments = [...new Map(photos.map((photo) => [photo.momentId, photo])).values()];
  return (
    <section aria-label="Files" className={`shrink ${styles['files']}`}>
      <div className={`row gap-4-8 wrap between muted ${styles['filesHead']}`}>
        <label className="row gap-14">
          <input
            type="checkbox"
            checked={isAll}
            ref={(input) => {
              if (input) input.indeterminate = !isAll && chosen.length > 0;
            }}
            onChange={() => draft.chooseAll(!isAll)}
          />
          {`${chosen.length} of ${countText(photos.length, 'photo')}`}
        </label>
        <Verdict photos={chosen} />
      </div>
      {fresh > 0 && fresh < photos.length && (
        <div className={`row gap-4-8 wrap sunken ${styles['fresh']}`}>
          {`${fresh === 1 ? '1 photo is' : `${fresh} photos are`} new since the last delivery`}
          <button type="button" className={styles['plain']} onClick={draft.chooseNew}>
            Choose only new
          </button>
        </div>
      )}
      {moments.map(({ momentId, momentTitle }) => (
        <Fragment key={momentId}>
          {moments.length > 1 && (
            <h3 className={`strong anywhere ruled ${styles['moment']}`}>
              <bdi>{momentTitle}</bdi>
            </h3>
          )}
          <ul aria-label={moments.length > 1 ? momentTitle : undefined}>
            {photos
              .filter((photo) => photo.momentId === momentId)
              .map((photo) => (
                <File
                  key={photo.imageId}
                  photo={photo}
                  isSelected={photo.imageId === draft.selected?.imageId}
                  // Only marked if some are new and others are not.
                  isMarked={photo.isNew && fresh < photos.length}
                  draft={draft}
                />
              ))}
          </ul>
        </Fragment>
      ))}
      <p className={`muted ruled ${styles['rules']}`}>{`${GOOGLE_RULES} ${NOT_CHECKED}`}</p>
    </section>
  );
}

function Verdict({ photos }: { photos: DraftPhoto[] }) {
  const warned = photos.filter(({ problem, warnings }) => problem !== null || warnings.length > 0).length;
  const fine = photos.length - warned;
  return (
    <span className={`row wrap ${styles['verdict']}`}>
      {fine > 0 && (
        <CheckedFact isFine>{fine === 1 ? '1 meets Google’s rules' : `${fine} meet Google’s rules`}</CheckedFact>
      )}
      {warned > 0 && (
        <CheckedFact>{warned === 1 ? '1 photo has warnings' : `${warned} photos have warnings`}</CheckedFact>
      )}
    </span>
  );
}

function CheckedFact({ isFine = false, children }: { isFine?: boolean; children: string }) {
  return (
    <span className={`row medium nowrap gap-6 ${isFine ? 'approved' : 'pending'}`}>
      {isFine ? <CheckIcon /> : <WarningIcon />} {children}
    </span>
  );
}

interface FileProps {
  photo: DraftPhoto;
  isSelected: boolean;
  isMarked: boolean;
  draft: DeliveryDraft;
}

function File({ photo, isSelected, isMarked, draft }: FileProps) {
  const { fileName, thumbnailUrl, width, height, bytesToBe, problem, warnings, isChosen, imageId, momentId } = photo;
  const facts = [fileName.endsWith('.png') ? 'PNG' : 'JPEG', `${width} × ${height}`, formatBytes(bytesToBe)];
  return (
    <li className={`grid ruled ${styles['file']}`} data-selected={isSelected || undefined}>
      <input
        type="checkbox"
        aria-label={`Deliver ${fileName}`}
        checked={isChosen}
        onChange={() => draft.toggle(photo)}
      />
      <button
        type="button"
        aria-current={isSelected || undefined}
        aria-label={`Show ${fileName}`}
        className={`row shrink gap-12 ${styles['open']}`}
        onClick={() => draft.select(imageId)}
      >
        <img src={thumbnailUrl} alt="" className="no-shrink" width={48} height={36} loading="lazy" />
        <span className="grid shrink">
          <strong className="strong anywhere">{fileName}</strong>
          <span className="muted numbers">
            {isMarked && <strong className={`strong ${styles['new']}`}>New</strong>}
            {facts.join(' · ')}
          </span>
        </span>
      </button>
      <span className={`grid gap-2 ${styles['google']}`}>
        <CheckedFact isFine={problem === null}>{problem ?? 'OK for Google'}</CheckedFact>
        {(problem !== null || warnings.length > 0) && (
          <Link to={`/moments/${momentId}?image=${imageId}`}>Show photo</Link>
        )}
      </span>
      <WarningSentences findings={warnings} />
    </li>
  );
}
