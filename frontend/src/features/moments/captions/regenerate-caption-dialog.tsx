import type { ImageView } from '@gmb-moments/backend/contract/images';
import { INSTRUCTION_MAX } from '@gmb-moments/backend/contract/limits';
import { Input, Typography, Button, Space } from 'antd';
import { useState } from 'react';
import { Dialog, DialogButtons } from '../../../ui/dialog';
import { LabelledField } from '../../../ui/labelled-field';
import { MOMENT_SHORTCUTS } from '../moment-shortcuts';
import { usePage } from '../use-page';
import { withShortcut } from '../../../lib/shortcuts';
import { atMost } from '../../../lib/characters';
import { HandwrittenText } from './replace-handwritten-dialog';
import { MessageIcon, RedoIcon } from '../../../ui/icons';
import { Tooltip } from '../../../ui/tooltip';

/** Asks what should change when a caption is regenerated. Mount it to open it. */
function RegenerateCaptionDialog({ image, onClose }: { image: ImageView; onClose: () => void }) {
  const { regenerate } = usePage();
  const [instruction, setInstruction] = useState('');
  const send = () => {
    onClose();
    regenerate([image.id], { instruction: instruction.trim(), wasShown: true });
  };
  return (
    <Dialog
      title="Regenerate Caption"
      onClose={onClose}
      footer={<DialogButtons submitText="Regenerate" onSubmit={send} onCancel={onClose} />}
    >
      <div className="column gap-12">
        {image.captionByHand && (
          <div>
            <Typography.Text type="secondary">This text was written by hand, and is replaced:</Typography.Text>
            <HandwrittenText image={image} />
          </div>
        )}
        {image.status === 'rejected' && image.feedback && (
          <Typography.Text type="secondary" className="pre-line anywhere">
            The client’s feedback is taken into account: “{image.feedback}”
          </Typography.Text>
        )}
        <LabelledField label="What should change? (optional)">
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
        </LabelledField>
      </div>
    </Dialog>
  );
}

/** Regenerates a caption at once, or with an instruction from a dialog. */
export function RegenerateButton({ image, disabled }: { image: ImageView; disabled: boolean }) {
  const { regenerate } = usePage();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Space.Compact>
        <Tooltip text={withShortcut('Regenerate', MOMENT_SHORTCUTS.regenerate)}>
          <Button
            icon={<RedoIcon />}
            aria-keyshortcuts={MOMENT_SHORTCUTS.regenerate.label}
            disabled={disabled}
            onClick={() => regenerate([image.id], { instruction: '' })}
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
      {isAsking && <RegenerateCaptionDialog image={image} onClose={() => setAsking(false)} />}
    </>
  );
}
