import { Typography } from 'antd';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { Dialog } from '../../components/dialog';

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
      <img
        src={image.previewUrl}
        alt={imageAlt(image)}
        width={image.width}
        height={image.height}
        style={{ display: 'block', width: '100%', height: 'auto' }}
      />
    </Dialog>
  );
}

/** What a picture shows, as far as is known. */
export function imageAlt(image: ImageView): string {
  return image.geoAltDescription || image.title || image.fileName;
}
