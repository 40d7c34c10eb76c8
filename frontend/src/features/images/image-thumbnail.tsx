import { Flex, Typography, theme } from 'antd';
import { FileImageOutlined } from '../../components/icons';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { useState } from 'react';
import { imageAlt } from './image-preview';

/** The thumbnail in a box of fixed shape, so that nothing moves when it arrives; a button that opens the preview. */
export function ImageThumbnail({ image, onOpen }: { image: ImageView; onOpen: () => void }) {
  const { token } = theme.useToken();
  const [broken, setBroken] = useState('');
  const box = { width: '100%', aspectRatio: '4 / 3', background: token.colorFillSecondary };
  return (
    <button
      type="button"
      aria-label={`Open preview of ${image.title || image.fileName}`}
      onClick={onOpen}
      // The card cuts off what stands out, so the focus shows inside.
      style={{ ...box, display: 'block', padding: 0, border: 0, cursor: 'zoom-in', outlineOffset: -4 }}
    >
      {broken === image.thumbnailUrl ? (
        <Flex vertical align="center" justify="center" gap="small" style={box}>
          <FileImageOutlined style={{ fontSize: 32, color: token.colorTextTertiary }} />
          <Typography.Text type="secondary">The picture could not be loaded</Typography.Text>
        </Flex>
      ) : (
        <img
          src={image.thumbnailUrl}
          alt={imageAlt(image)}
          width={image.width}
          height={image.height}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(image.thumbnailUrl)}
          style={{ ...box, display: 'block', height: 'auto', objectFit: 'cover' }}
        />
      )}
    </button>
  );
}
