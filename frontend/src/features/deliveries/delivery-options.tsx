import { DELIVERY_FORMATS, type DeliveryFormat } from '@gmb-moments/backend/contract/delivery-rules';
import { useId } from 'react';
import { Switch } from '../../ui/switch';
import { formatBytes } from '../../records/deliveries';
import styles from './deliver-dialog.module.css';
import type { DeliveryDraft } from './use-delivery-draft';

export const FORMAT_LABELS: Record<DeliveryFormat, string> = {
  original: 'Original',
  'jpeg-90': 'JPEG 90',
  'jpeg-80': 'JPEG 80',
};

/** Options for all files; each quality with its total size. */
export function DeliveryOptions({ draft }: { draft: DeliveryDraft }) {
  const { chosen, format } = draft;
  const name = useId();
  return (
    <section aria-label="All files" className={`ruled ${styles['options']}`}>
      <fieldset className={`grid gap-8 ${styles['formats']}`}>
        <legend className="muted small medium">{chosen.length === 1 ? '1 file' : `All ${chosen.length} files`}</legend>
        {DELIVERY_FORMATS.map((one) => (
          <label key={one} className={`flex shrink muted numbers nowrap gap-8 ${styles['format']}`}>
            <input type="radio" name={name} checked={one === format} onChange={() => draft.setFormat(one)} />
            <span>
              <strong className="ink strong">{FORMAT_LABELS[one]}</strong>
              <br />
              {sizeText(draft, one)}
            </span>
          </label>
        ))}
      </fieldset>
      <Option
        label="Position"
        note="where a photo was taken, if it says so"
        isOn={draft.hasPosition}
        onChange={draft.setPosition}
      />
      <Option
        label="CSV manifest"
        note="file names, captions, places"
        isOn={draft.hasManifest}
        onChange={draft.setManifest}
      />
    </section>
  );
}

/** The total size of the chosen photos; for newly encoded JPEGs an estimate. */
export function sizeText(draft: DeliveryDraft, format: DeliveryFormat): string {
  const isKnown = format === 'original' && draft.chosen.every(({ bytes }) => bytes !== null);
  return `${isKnown ? '' : '≈ '}${formatBytes(draft.sizeAs(format))}`;
}

interface OptionProps {
  label: string;
  note: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Option({ label, note, isOn, onChange }: OptionProps) {
  const id = useId();
  return (
    <div className={`row gap-10 muted ${styles['option']}`}>
      <Switch id={id} checked={isOn} onChange={onChange} />
      <label htmlFor={id}>
        <strong className="ink strong">{label}</strong> {note}
      </label>
    </div>
  );
}
