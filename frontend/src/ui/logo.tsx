import { useCallback } from 'react';
import styles from './marks.module.css';

/** A logo in a form: its address, a file that is not uploaded yet, or `null` for none. */
export type LogoValue = string | File | null;

interface LogoProps {
  source: string | File;
  size: number;
  alt: string;
  /** Called when it is no picture that the browser can show. */
  onError?: () => void;
}

/** A logo in a square of fixed size, so that nothing moves when it arrives. White ground: logos are made for paper. */
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

/** How the logo of a form is shown where somebody else changed it. */
export const LOGO_VIEW = {
  label: 'Logo',
  show: (url: unknown) => <Logo source={String(url)} size={48} alt="The logo in use now" />,
};

/** Adds a changed logo to the fields of a request: a new file, or its removal. */
export function setLogo(form: FormData, logo: LogoValue, stored: string | null): void {
  if (logo instanceof File) form.set('logo', logo);
  else if (logo === null && stored !== null) form.set('removeLogo', 'true');
}
