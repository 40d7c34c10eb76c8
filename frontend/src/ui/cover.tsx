import { usePictureRetry } from '../lib/use-picture';
import styles from './cover.module.css';
import { FileImageIcon, ImagesIcon } from './icons';

/** The first photo of a moment, or an icon. Hidden from screen readers, because the moment's title is beside it. */
export function Cover({ url, size = 'row' }: { url: string | null; size?: 'row' | 'card' }) {
  return (
    <span className={`inline no-shrink faint sunken ${styles['cover']} ${styles[size]}`} aria-hidden>
      {url ? <Photo url={url} /> : <ImagesIcon />}
    </span>
  );
}

function Photo({ url }: { url: string }) {
  const { isBroken, attempt, ...load } = usePictureRetry(url);
  return (
    <>
      {isBroken && <FileImageIcon />}
      <img
        key={attempt}
        src={url}
        alt=""
        loading={isBroken ? 'eager' : 'lazy'}
        decoding="async"
        style={isBroken ? { display: 'none' } : undefined}
        {...load}
      />
    </>
  );
}
