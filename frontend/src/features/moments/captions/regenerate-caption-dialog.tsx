import type { ImageView } from '@gmb-moments/backend/contract/images';
import { INSTRUCTION_MAX } from '@gmb-moments/backend/contract/limits';
import { Flex, Input, Typography, Button, Space } from 'antd';
import { useState } from 'react';
import { Dialog, DialogButtons } from '../../../ui/dialog';
import { Labelled } from '../../../ui/labelled';
import { KEYS } from '../moment-keys';
import { withKey } from '../../../lib/keys';
import { atMost } from '../../../lib/characters';
import { HandwrittenText } from './handwritten-dialog';
import type { Rewriting } from './use-captions';
import { MessageIcon, RedoIcon } from '../../../ui/icons';
import { Tooltip } from '../../../ui/tooltip';

interface Props {
  image: ImageView;
  /** Starts writing the caption again; the instruction is empty where staff ask for nothing in particular. */
  onRegenerate: (rewriting: Rewriting) => void;
  onClose: () => void;
}

/** Asks what should change in a caption that is written again. Mount it to open it. */
function RegenerateCaptionDialog({ image, onRegenerate, onClose }: Props) {
  const [instruction, setInstruction] = useState('');
  const send = () => {
    onClose();
    onRegenerate({ instruction: instruction.trim(), isSeen: true });
  };
  return (
    <Dialog
      title="Regenerate Caption"
      onClose={onClose}
      footer={<DialogButtons submitText="Regenerate" onSubmit={send} onCancel={onClose} />}
    >
      <Flex vertical gap={12}>
        {image.captionByHand && (
          <div>
            <Typography.Text type="secondary">This text was written by hand, and is replaced:</Typography.Text>
            <HandwrittenText image={image} />
          </div>
        )}
        {image.status === 'rejected' && image.feedback && (
          <Typography.Text type="secondary" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            The client’s feedback is taken into account: “{image.feedback}”
          </Typography.Text>
        )}
        <Labelled label="What should change? (optional)">
          {(id) => (
            <Input.TextArea
              data-autofocus
              id={id}
              rows={3}
              count={atMost(INSTRUCTION_MAX)}
              value={instruction}
              onChange={(event) => setInstruction(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
              }}
              placeholder="Mention the new terrace, and keep it short."
            />
          )}
        </Labelled>
      </Flex>
    </Dialog>
  );
}

interface RegenerateButtonProps {
  image: ImageView;
  disabled: boolean;
  onRegenerate: (rewriting: Rewriting) => void;
}

/** Writes a caption again with one click, or with what staff say beside it. */
export function RegenerateButton({ image, disabled, onRegenerate }: RegenerateButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Space.Compact>
        <Tooltip text={withKey('Regenerate', KEYS.regenerate)}>
          <Button
            icon={<RedoIcon />}
            aria-keyshortcuts={KEYS.regenerate.label}
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
