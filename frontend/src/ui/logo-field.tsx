import { TrashIcon, UndoIcon, UploadIcon } from './icons';
import { LOGO_MAX_BYTES } from '@gmb-moments/backend/contract/limits';
import { Button, Typography } from 'antd';
import { useRef, useState, type ChangeEvent } from 'react';
import { Logo, type LogoValue } from './logo';
import { useLogo } from './use-logo';
import styles from './logo-field.module.css';

const ACCEPT = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'];

interface LogoFieldProps {
  /** Set by a form item, so that its label belongs to the file field. */
  id?: string;
  value?: LogoValue;
  onChange?: (logo: LogoValue) => void;
  /** URL of the current logo. */
  currentUrl?: string | null;
}

/** Chooses or removes a logo; both can be undone until the form is saved. */
export function LogoField({ id, currentUrl = null, value = currentUrl, onChange }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState('');
  const current = useLogo(currentUrl);
  const isNew = value instanceof File;
  const isRemoved = value === null && currentUrl !== null;
  const kept = isRemoved ? null : current.logoUrl;
  const shown = isNew ? value : kept;
  const hasFailed = !isNew && !isRemoved && current.logoUrl !== currentUrl;

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    const refused = refusal(file);
    setProblem(refused);
    if (!refused) onChange?.(file);
  };
  const undoChoice = () => {
    onChange?.(currentUrl);
    // The focused button was removed.
    button.current?.focus();
  };
  const refuseUnreadable = (file: File) => {
    setProblem(`${file.name} is not a picture that can be read.`);
    onChange?.(currentUrl);
  };
  return (
    <div className="column gap-8">
      <div className={`row wrap ${styles['logo']}`}>
        {shown && (
          <Logo
            source={shown}
            size={48}
            alt={isNew ? 'Preview of the new logo' : 'Current logo'}
            onError={isNew ? () => refuseUnreadable(value) : current.onError}
          />
        )}
        <Button ref={button} icon={<UploadIcon />} onClick={() => input.current?.click()}>
          {shown || hasFailed ? 'Replace logo' : 'Choose logo'}
        </Button>
        {isNew && (
          <Button icon={<TrashIcon />} onClick={undoChoice}>
            Remove
          </Button>
        )}
        {currentUrl && !isNew && (
          <Button
            icon={isRemoved ? <UndoIcon /> : <TrashIcon />}
            onClick={() => onChange?.(isRemoved ? currentUrl : null)}
          >
            {isRemoved ? 'Keep current logo' : 'Remove current logo'}
          </Button>
        )}
        <input ref={input} id={id} type="file" accept={ACCEPT.join(',')} onChange={choose} hidden />
      </div>
      {hasFailed && <Typography.Text type="danger">The current logo could not be loaded.</Typography.Text>}
      <Typography.Text type={problem ? 'danger' : 'secondary'} role={problem ? 'alert' : undefined}>
        {problem || 'Square PNG recommended, at least 200x200px'}
      </Typography.Text>
    </div>
  );
}

function refusal(file: File): string {
  if (!ACCEPT.includes(file.type)) return `${file.name} is not a PNG, JPEG, WebP, AVIF or GIF image.`;
  const megabytes = LOGO_MAX_BYTES / 1024 / 1024;
  if (file.size > LOGO_MAX_BYTES) return `${file.name} is larger than ${megabytes} MB. Choose a smaller image.`;
  return '';
}
