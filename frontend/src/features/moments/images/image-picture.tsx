import { Typography } from 'antd';
import type { CSSProperties } from 'react';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { FileImageIcon } from '../../../ui/icons';
import { usePictureRetry } from '../../../lib/use-picture';
import styles from './image-picture.module.css';

interface PictureProps {
  image: ImageView;
  /** URL of one of the image's files. */
  src: string;
  className?: string | undefined;
  style?: CSSProperties;
  lazy?: boolean;
}

/** The picture of an image; a text is shown while it cannot be loaded. */
export function Picture({ image, src, className, style, lazy = false }: PictureProps) {
  const { isBroken, attempt, ...load } = usePictureRetry(src);
  return (
    <>
      {isBroken && <Missing className={className} />}
      <img
        key={attempt}
        src={src}
        alt={image.geoAltDescription || image.title || image.fileName}
        width={image.width}
        height={image.height}
        loading={lazy && !isBroken ? 'lazy' : 'eager'}
        decoding="async"
        className={className}
        style={{ ...style, ...(isBroken && { display: 'none' }) }}
        {...load}
      />
    </>
  );
}

function Missing({ className }: { className?: string | undefined }) {
  return (
    <div className={`column gap-8 ${styles['missing']} ${className ?? ''}`}>
      <FileImageIcon size={32} className="faint" />
      <Typography.Text type="secondary">The picture could not be loaded</Typography.Text>
    </div>
  );
}
