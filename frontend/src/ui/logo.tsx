import { useCallback } from 'react';
import styles from './marks.module.css';

/** A logo as a form value: URL of the current one, a file to upload, or `null` for none. */
export type LogoValue = string | File | null;

interface LogoProps {
  source: string | File;
  size: number;
  alt: string;
  /** Called if the browser cannot show the picture. */
  onError?: () => void;
}

/** A logo in a square of fixed size, on white, for which most logos are made. */
export function Logo({ source, size, alt, onError }: LogoProps) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined;
      image.src = typeof source === 'string' ? source : URL.createObjectURL(source);
      return () => URL.revokeObjectURL(image.src);
    },
    [source],
  );
  return <img ref={show} alt={alt} onError={onError} width={size} height={size} className={styles['logo']} />;
}

/** The view of a logo in the alert about a conflict. */
export const LOGO_VIEW = {
  label: 'Logo',
  show: (url: unknown) => <Logo source={String(url)} size={48} alt="The logo in use now" />,
};

/** Adds a changed logo to a request: a new file, or the flag `removeLogo`. */
export function setLogo(form: FormData, logo: LogoValue, stored: string | null): void {
  if (logo instanceof File) form.set('logo', logo);
  else if (logo === null && stored !== null) form.set('removeLogo', 'true');
}
