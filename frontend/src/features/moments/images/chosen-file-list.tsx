import { Button, Typography } from 'antd';
import { useCallback, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { ArrowLeftIcon, ArrowRightIcon, CheckCircleIcon, CrossIcon, FileImageIcon } from '../../../ui/icons';
import { LiveRegion } from '../../../ui/live-region';
import { useTooltipTiming } from '../../../ui/tooltip';
import styles from './chosen-file-list.module.css';
import orderStyles from './drag-order.module.css';
import { useDragOrder } from './use-drag-order';
import { createOrder } from './order';
import type { Upload } from './use-upload';
import { countText } from '../../../lib/count-text';

interface Props {
  upload: Upload;
  disabled: boolean;
  onRemove: (file: File) => void;
}

/** Thumbnails of the files chosen for an upload. Files can be moved and removed until they are uploaded. */
export function ChosenFileList({ upload: { files, uploaded, refused, choose }, disabled, onRemove }: Props) {
  /** Text of the live region: the last move. */
  const [moved, setMoved] = useState('');
  const order = createOrder(files, {
    fixed: uploaded.size,
    onChange: (ordered, note) => {
      setMoved(note);
      choose(ordered);
    },
  });
  const drag = useDragOrder(files, order);
  const canOrder = !disabled && files.length - uploaded.size > 1;

  /** Moves a file by `delta` places, and keeps the focus on its control. */
  function step(file: File, delta: number) {
    const { activeElement } = document;
    flushSync(() => order.move(file, order.gapFor(file, delta)));
    if (activeElement instanceof HTMLElement) activeElement.focus();
  }

  if (files.length === 0) return null;
  return (
    <div>
      <Typography.Text type="secondary">
        {countText(files.length, 'image')} chosen
        {canOrder && (
          <span className={styles['hint']}> · Drag them, or press Alt and an arrow, to change the order</span>
        )}
      </Typography.Text>
      <LiveRegion>{moved}</LiveRegion>
      <ul aria-label="Chosen images" className={`grid gap-12 ${styles['list']} ${drag.className}`} {...drag.handlers}>
        {files.map((file, place) => (
          <li key={keyOf(file)} draggable={canOrder && !uploaded.has(file)} {...drag.tile(place)}>
            <ChosenFile
              file={file}
              number={place + 1}
              isUploaded={uploaded.has(file)}
              refusal={refused.get(file)}
              disabled={disabled}
              canStep={(delta) => canOrder && order.canMove(file, order.gapFor(file, delta))}
              onStep={(delta) => step(file, delta)}
              onRemove={() => onRemove(file)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

const keys = new WeakMap<File, number>();
let lastKey = 0;

/** A unique React key per file: two files may have the same name. */
function keyOf(file: File): number {
  if (!keys.has(file)) keys.set(file, (lastKey += 1));
  return keys.get(file)!;
}

interface ChosenFileProps {
  file: File;
  /** Position among the files, from 1. */
  number: number;
  isUploaded: boolean;
  refusal: string | undefined;
  disabled: boolean;
  /** Whether it can be moved by `delta` places. */
  canStep: (delta: number) => boolean;
  onStep: (delta: number) => void;
  onRemove: () => void;
}

function ChosenFile({ file, number, isUploaded, refusal, disabled, canStep, onStep, onRemove }: ChosenFileProps) {
  const timing = useTooltipTiming();
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey && STEPS.find(({ arrow }) => arrow === event.key);
    if (!step) return;
    event.preventDefault();
    onStep(step.delta);
  };
  return (
    <>
      <div className={`relative ${styles['picture']}`} data-refused={refusal !== undefined || undefined}>
        <Thumbnail file={file} />
        <span className={`strong tiny ${orderStyles['number']}`}>#{number}</span>
        {isUploaded && (
          <CheckCircleIcon role="img" aria-label={`${file.name} is uploaded`} className={styles['done']} />
        )}
        {!isUploaded && !disabled && (
          <>
            <Button
              size="small"
              shape="circle"
              icon={<CrossIcon />}
              aria-label={`Remove ${file.name}`}
              aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
              onClick={onRemove}
              onKeyDown={onKeyDown}
              className={styles['remove']}
            />
            {/* Not in the tab order: with the keyboard, files are moved from their Remove button. */}
            {STEPS.map(({ to, delta, icon }) => (
              <Button
                key={to}
                size="small"
                shape="circle"
                icon={icon}
                aria-label={`Move ${file.name} ${to}`}
                tabIndex={-1}
                disabled={!canStep(delta)}
                onClick={() => onStep(delta)}
                className={styles[to]}
              />
            ))}
          </>
        )}
      </div>
      <Typography.Text ellipsis={{ tooltip: { title: file.name, ...timing } }} className={styles['name']}>
        {file.name}
      </Typography.Text>
      {refusal && (
        <Typography.Text type="danger" strong title={refusal} className={styles['name']}>
          Refused
        </Typography.Text>
      )}
    </>
  );
}

/** Moves by one place: class name, distance, key, icon. */
const STEPS = [
  { to: 'earlier', delta: -1, arrow: 'ArrowLeft', icon: <ArrowLeftIcon /> },
  { to: 'later', delta: 1, arrow: 'ArrowRight', icon: <ArrowRightIcon /> },
];

function Thumbnail({ file }: { file: File }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  const [isBroken, setBroken] = useState(false);
  if (isBroken) {
    return (
      <div className={`centered faint sunken wide ${styles['thumbnail']}`}>
        <FileImageIcon size={28} />
      </div>
    );
  }
  return (
    <img
      ref={show}
      alt=""
      width={112}
      height={112}
      decoding="async"
      // The tile is draggable, not the picture.
      draggable={false}
      onError={() => setBroken(true)}
      className={`centered faint sunken wide ${styles['thumbnail']}`}
    />
  );
}
