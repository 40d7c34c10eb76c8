import { IMAGE_FIELDS, SHOWN_TEXTS, type ShownText } from '@gmb-moments/backend/contract/image-fields';
import type { EarlierImageView } from '@gmb-moments/backend/contract/images';
import { useState, type CSSProperties } from 'react';
import { compareTexts } from './compared-section';
import styles from './compared-image.module.css';

type Version = Pick<EarlierImageView, 'previewUrl' | 'width' | 'height' | ShownText>;

interface Props {
  before: Version;
  now: Version;
}

/** What changed of an image: both pictures, to slide between, and its texts with their differences marked. */
export function ComparedImage({ before, now }: Props) {
  return (
    <div className={styles['compared']}>
      {before.previewUrl !== now.previewUrl && <ComparedPictures before={before} now={now} />}
      <dl>
        {SHOWN_TEXTS.map((name) => (
          <ComparedText key={name} name={IMAGE_FIELDS[name].label} before={before[name]} now={now[name]} />
        ))}
      </dl>
    </div>
  );
}

function ComparedPictures({ before, now }: Props) {
  const [at, setAt] = useState(50);
  const style = { aspectRatio: `${now.width} / ${now.height}`, '--at': `${at}%` } as CSSProperties;
  return (
    <figure>
      <div className={styles['pictures']} style={style}>
        <img src={now.previewUrl} alt="Now" />
        <img src={before.previewUrl} alt="Before" className={styles['before']} />
        <input
          type="range"
          value={at}
          aria-label="Slide between the pictures"
          aria-valuetext={`${at}% of the picture before`}
          onChange={(event) => setAt(Number(event.target.value))}
        />
        <span className={styles['line']} aria-hidden />
      </div>
      <figcaption aria-hidden>
        <span>Before</span>
        <span>Now</span>
      </figcaption>
    </figure>
  );
}

/** Both texts, unless they are the same. */
function ComparedText({ name, before, now }: { name: string; before: string; now: string }) {
  if (before === now) return null;
  const { current, suggestion } = compareTexts(before || '—', now || '—');
  return (
    <>
      <dt>{name} before</dt>
      <dd>{current}</dd>
      <dt>{name} now</dt>
      <dd>{suggestion}</dd>
    </>
  );
}
