import type { ImageView } from '@gmb-moments/backend/contract/images';
import { Button, Space } from 'antd';
import { useState } from 'react';
import { MessageIcon, RedoIcon } from '../../../ui/icons';
import { Tooltip } from '../../../ui/tooltip';
import { RegenerateCaptionDialog } from './regenerate-caption-dialog';
import type { Rewriting } from './use-captions';

interface Props {
  image: ImageView;
  disabled: boolean;
  onRegenerate: (rewriting: Rewriting) => void;
}

/** Writes a caption again with one click, or with what staff say beside it. */
export function RegenerateButton({ image, disabled, onRegenerate }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Space.Compact>
        <Tooltip text="Regenerate (G)">
          <Button
            icon={<RedoIcon />}
            aria-keyshortcuts="G"
            disabled={disabled}
            onClick={() => onRegenerate({ instruction: '' })}
          >
            Regenerate
          </Button>
        </Tooltip>
        <Tooltip text="Say what should change">
          <Button
            icon={<MessageIcon />}
            disabled={disabled}
            aria-label="Say what should change"
            aria-haspopup="dialog"
            onClick={() => setAsking(true)}
          />
        </Tooltip>
      </Space.Compact>
      {isAsking && (
        <RegenerateCaptionDialog image={image} onRegenerate={onRegenerate} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
