import { InboxIcon } from '../../../ui/icons';
import { Alert, Button, Typography, theme } from 'antd';
import { useRef, useState, type DragEvent } from 'react';
import { flushSync } from 'react-dom';
import { ChosenFileList } from './chosen-file-list';
import type { Upload } from './use-upload';
import { ACCEPTED_TYPES, droppedFiles, checkFiles } from './chosen-files';

interface Props {
  upload: Upload;
  /** Maximum number of files. */
  limit: number;
  disabled: boolean;
}

/** Chooses images by drag and drop or in a file dialog, and lists them for reordering. */
export function DropZone({ upload, limit, disabled }: Props) {
  const { files, choose } = upload;
  const [refusals, setRefusals] = useState<string[]>([]);
  const area = useRef<HTMLDivElement>(null);

  function add(offered: File[]) {
    const sorted = checkFiles(offered, limit - files.length);
    setRefusals(sorted.refusals);
    if (sorted.accepted.length > 0) choose([...files, ...sorted.accepted]);
  }

  function remove(removed: File) {
    const buttons = () => [...(area.current?.querySelectorAll<HTMLElement>('button:not([tabindex="-1"])') ?? [])];
    const pressed = buttons().findIndex((button) => button === document.activeElement);
    flushSync(() => {
      setRefusals([]);
      choose(files.filter((file) => file !== removed));
    });
    // The focused button was removed: focus the next one, or the last.
    if (pressed >= 0) (buttons()[pressed] ?? buttons().at(-1))?.focus();
  }

  return (
    <div className="column gap-16" ref={area}>
      <DropArea disabled={disabled} limit={limit} onFiles={add} />
      {refusals.map((refusal) => (
        <Alert key={refusal} type="error" showIcon title={refusal} />
      ))}
      <ChosenFileList upload={upload} disabled={disabled} onRemove={remove} />
    </div>
  );
}

interface DropAreaProps {
  disabled: boolean;
  limit: number;
  onFiles: (files: File[]) => void;
}

function DropArea({ disabled, limit, onFiles }: DropAreaProps) {
  const { token } = theme.useToken();
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hover = (event: DragEvent) => {
    event.preventDefault();
    // Not for images that are dragged to another place in the list.
    setOver(!disabled && event.dataTransfer.types.includes('Files'));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) void droppedFiles(event.dataTransfer).then(onFiles);
  };
  return (
    <div
      data-testid="drop-zone"
      onDragEnter={hover}
      onDragOver={hover}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      style={{
        border: `1px dashed ${isOver ? token.colorPrimary : token.colorBorder}`,
        borderRadius: token.borderRadiusLG,
        background: isOver ? token.colorPrimaryBg : token.colorFillAlter,
        padding: token.paddingLG,
        textAlign: 'center',
      }}
    >
      <div className="centered gap-8">
        <InboxIcon style={{ fontSize: 36, color: token.colorTextTertiary }} />
        <Typography.Text>Drop images here, or</Typography.Text>
        <Button disabled={disabled} onClick={() => input.current?.click()}>
          Browse Files
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={ACCEPTED_TYPES}
          aria-label="Images"
          disabled={disabled}
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])]);
            // Otherwise choosing the same file again would not fire `change`.
            event.target.value = '';
          }}
        />
        <Typography.Text type="secondary">
          JPEG, PNG, WebP, AVIF, GIF or HEIC, up to 50MB each, at most {limit} images
        </Typography.Text>
      </div>
    </div>
  );
}
