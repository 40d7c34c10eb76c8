import { theme } from 'antd';
import { useCallback } from 'react';

interface LogoProps {
  /** An address, or a file that is not uploaded yet. */
  source: string | File;
  size: number;
  alt: string;
  /** Called when it is no picture that the browser can show. */
  onError?: () => void;
}

/** A logo in a square of fixed size, so that nothing moves when it arrives. White ground: logos are made for paper. */
export function Logo({ source, size, alt, onError }: LogoProps) {
  const { token } = theme.useToken();
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined;
      image.src = typeof source === 'string' ? source : URL.createObjectURL(source);
      return () => URL.revokeObjectURL(image.src);
    },
    [source],
  );
  return (
    <img
      ref={show}
      alt={alt}
      onError={onError}
      width={size}
      height={size}
      style={{
        objectFit: 'contain',
        flex: 'none',
        background: '#fff',
        borderRadius: token.borderRadius,
        border: `1px solid ${token.colorBorderSecondary}`,
      }}
    />
  );
}
