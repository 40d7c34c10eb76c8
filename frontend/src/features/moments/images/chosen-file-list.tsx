import { CheckCircleIcon, CrossIcon, FileImageIcon } from '../../../ui/icons';
import { Button, Flex, Typography, theme } from 'antd';
import { useCallback, useState } from 'react';
import { useTooltipTiming } from '../../../ui/tooltip';

interface Props {
  files: File[];
  uploaded: ReadonlySet<File>;
  /** Why the server does not take a file. */
  refused: ReadonlyMap<File, string>;
  disabled: boolean;
  onRemove: (file: File) => void;
}

/** Thumbnails of the files chosen for an upload, each of which can be removed until it is uploaded. */
export function ChosenFileList({ files, uploaded, refused, disabled, onRemove }: Props) {
  const { token } = theme.useToken();
  if (files.length === 0) return null;
  return (
    <div>
      <Typography.Text type="secondary">
        {files.length === 1 ? '1 image' : `${files.length} images`} chosen
      </Typography.Text>
      <ul
        aria-label="Chosen images"
        style={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(112px, 1fr))',
          gap: token.marginSM,
          listStyle: 'none',
          margin: `${token.marginXS}px 0 0`,
          padding: 0,
        }}
      >
        {files.map((file) => (
          <li key={keyOf(file)} style={{ minWidth: 0 }}>
            <ChosenFile
              file={file}
              isUploaded={uploaded.has(file)}
              refusal={refused.get(file)}
              disabled={disabled}
              onRemove={onRemove}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

const keys = new WeakMap<File, number>();
let lastKey = 0;

/** A key of its own for each file, since two may have the same name. */
function keyOf(file: File): number {
  if (!keys.has(file)) keys.set(file, (lastKey += 1));
  return keys.get(file)!;
}

interface ChosenFileProps {
  file: File;
  isUploaded: boolean;
  refusal: string | undefined;
  disabled: boolean;
  onRemove: (file: File) => void;
}

function ChosenFile({ file, isUploaded, refusal, disabled, onRemove }: ChosenFileProps) {
  const { token } = theme.useToken();
  const timing = useTooltipTiming();
  return (
    <div style={{ position: 'relative' }}>
      <div
        style={
          refusal
            ? { borderRadius: token.borderRadius, outline: `3px solid ${token.colorError}`, outlineOffset: -3 }
            : undefined
        }
      >
        <Thumbnail file={file} />
      </div>
      <Typography.Text
        ellipsis={{ tooltip: { title: file.name, ...timing } }}
        style={{ display: 'block', fontSize: token.fontSizeSM }}
      >
        {file.name}
      </Typography.Text>
      {refusal && (
        <Typography.Text type="danger" strong title={refusal} style={{ display: 'block', fontSize: token.fontSizeSM }}>
          Refused
        </Typography.Text>
      )}
      {isUploaded && (
        <CheckCircleIcon
          aria-label={`${file.name} is uploaded`}
          style={{
            ...CORNER,
            fontSize: 20,
            color: token.colorSuccess,
            background: token.colorBgContainer,
            borderRadius: '50%',
          }}
        />
      )}
      {!isUploaded && !disabled && (
        <Button
          size="small"
          shape="circle"
          icon={<CrossIcon />}
          aria-label={`Remove ${file.name}`}
          onClick={() => onRemove(file)}
          style={CORNER}
        />
      )}
    </div>
  );
}

const CORNER = { position: 'absolute', top: 4, insetInlineEnd: 4 } as const;

function Thumbnail({ file }: { file: File }) {
  const { token } = theme.useToken();
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  const [isBroken, setBroken] = useState(false);
  const box = {
    width: '100%',
    aspectRatio: '1',
    borderRadius: token.borderRadius,
    background: token.colorFillSecondary,
  };
  if (isBroken) {
    return (
      <Flex align="center" justify="center" style={box}>
        <FileImageIcon style={{ fontSize: 28, color: token.colorTextTertiary }} />
      </Flex>
    );
  }
  return (
    <img
      ref={show}
      alt=""
      width={112}
      height={112}
      decoding="async"
      onError={() => setBroken(true)}
      style={{ ...box, height: 'auto', objectFit: 'cover', display: 'block' }}
    />
  );
}
