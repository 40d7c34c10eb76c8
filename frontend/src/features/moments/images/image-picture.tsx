import { Flex, Typography } from 'antd';
import type { CSSProperties } from 'react';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { Dialog } from '../../../ui/dialog';
import { FileImageIcon } from '../../../ui/icons';
import { usePicture } from '../../../lib/use-picture';

interface PictureProps {
  image: ImageView;
  /** Which of its files. */
  src: string;
  className?: string | undefined;
  style?: CSSProperties;
  lazy?: boolean;
}

/** A picture of an image; words stand in its place until it can be loaded. */
export function Picture({ image, src, className, style, lazy = false }: PictureProps) {
  const { isBroken, attempt, ...load } = usePicture(src);
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
    <Flex vertical align="center" justify="center" gap="small" className={className}>
      <FileImageIcon size={32} style={{ color: 'var(--text-3)' }} />
      <Typography.Text type="secondary">The picture could not be loaded</Typography.Text>
    </Flex>
  );
}

/** The image as large as the screen allows. */
export function ImagePreview({ image, open, onClose }: { image: ImageView; open: boolean; onClose: () => void }) {
  const ratio = image.width / image.height;
  return (
    <Dialog
      open={open}
      onCancel={onClose}
      title={image.title || image.fileName}
      centered
      destroyOnHidden
      // A long title must not run into the close button.
      styles={{ title: { paddingInlineEnd: 32, overflowWrap: 'anywhere' } }}
      // As wide as the picture may be without growing beyond the window's height.
      width={`min(95vw, 1600px, calc(${ratio} * 78vh + 48px))`}
      footer={
        <Typography.Link href={image.imageUrl} target="_blank" rel="noreferrer">
          Open original ({image.width} × {image.height})
        </Typography.Link>
      }
    >
      <Picture image={image} src={image.previewUrl} style={WHOLE} />
    </Dialog>
  );
}

const WHOLE = { display: 'block', width: '100%', height: 'auto' };
