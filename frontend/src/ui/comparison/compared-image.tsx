import { SHOWN_TEXTS, type ShownText } from '@gmb-moments/backend/contract/image-fields';
import type { EarlierImageView } from '@gmb-moments/backend/contract/images';
import { useState, type CSSProperties } from 'react';
import { useTranslator } from '../../lib/texts/translator';
import { compareTexts } from './compared-section';
import styles from './compared-image.module.css';

type Version = Pick<EarlierImageView, 'previewUrl' | 'width' | 'height' | ShownText>;

interface Props {
  before: Version;
  now: Version;
}

/** Compares two versions of an image: pictures with a slider, texts with marked differences. */
export function ComparedImage({ before, now }: Props) {
  const t = useTranslator();
  return (
    <div className={`stack anywhere gap-12 ${styles['compared']}`}>
      {before.previewUrl !== now.previewUrl && <ComparedPictures before={before} now={now} />}
      <dl>
        {SHOWN_TEXTS.map((name) => (
          <ComparedText key={name} name={t.text(`image.${name}`)} before={before[name]} now={now[name]} />
        ))}
      </dl>
    </div>
  );
}

function ComparedPictures({ before, now }: Props) {
  const t = useTranslator();
  const [at, setAt] = useState(50);
  const style = { aspectRatio: `${now.width} / ${now.height}`, '--at': `${at}%` } as CSSProperties;
  return (
    // Before is on the left in all languages.
    <figure dir="ltr">
      <div className={`relative sunken wide ${styles['pictures']}`} style={style}>
        <img src={now.previewUrl} alt={t.text('changes.now')} />
        <img src={before.previewUrl} alt={t.text('changes.before')} className={styles['before']} />
        <input
          type="range"
          value={at}
          aria-label={t.text('changes.slider')}
          aria-valuetext={t.text('changes.sliderValue', { n: at })}
          onChange={(event) => setAt(Number(event.target.value))}
        />
        <span className={styles['line']} aria-hidden />
      </div>
      <figcaption className="row between muted small" aria-hidden>
        <span>{t.text('changes.before')}</span>
        <span>{t.text('changes.now')}</span>
      </figcaption>
    </figure>
  );
}

/** Both versions of a text; renders nothing if they are the same. */
function ComparedText({ name, before, now }: { name: string; before: string; now: string }) {
  const t = useTranslator();
  if (before === now) return null;
  const compared = compareTexts(t, before || '—', now || '—');
  return (
    <>
      <dt className="muted small medium">{t.text('changes.fieldBefore', { name })}</dt>
      <dd>{compared.before}</dd>
      <dt className="muted small medium">{t.text('changes.fieldNow', { name })}</dt>
      <dd>{compared.after}</dd>
    </>
  );
}
