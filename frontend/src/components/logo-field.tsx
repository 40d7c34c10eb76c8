import { DeleteOutlined, UndoOutlined, UploadOutlined } from './icons';
import { LOGO_MAX_BYTES } from '@gmb-moments/backend/contract/limits';
import { Button, Flex, Typography } from 'antd';
import { useRef, useState, type ChangeEvent } from 'react';
import { Logo } from './logo';
import { shownLogo, type LogoChange } from './logo-change';
import { useLogo } from './use-logo';

const ACCEPT = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'];

interface LogoFieldProps {
  /** Set by a form item, so that its label belongs to the file field. */
  id?: string;
  value?: LogoChange;
  onChange?: (change: LogoChange) => void;
  /** The logo in use. */
  currentUrl?: string | null;
}

/** Chooses a logo or takes it away; either can be taken back until it is saved. */
export function LogoField({ id, value = null, onChange, currentUrl = null }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState('');
  const current = useLogo(currentUrl);
  const shown = shownLogo(value, current.logoUrl);
  const hasFailed = value === null && current.logoUrl !== currentUrl;
  const isNew = value instanceof File;

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    const refused = refusal(file);
    setProblem(refused);
    if (!refused) onChange?.(file);
  };
  const takeBack = () => {
    onChange?.(null);
    // The button that did it is gone.
    button.current?.focus();
  };
  const refuseUnreadable = (file: File) => {
    setProblem(`${file.name} is not a picture that can be read.`);
    onChange?.(null);
  };
  return (
    <Flex vertical gap={8}>
      <Flex wrap gap="8px 12px" align="center">
        {shown && (
          <Logo
            source={shown}
            size={48}
            alt={isNew ? 'Preview of the new logo' : 'Current logo'}
            onError={isNew ? () => refuseUnreadable(value) : current.onError}
          />
        )}
        <Button ref={button} icon={<UploadOutlined />} onClick={() => input.current?.click()}>
          {shown || hasFailed ? 'Replace logo' : 'Choose logo'}
        </Button>
        {isNew && (
          <Button icon={<DeleteOutlined />} onClick={takeBack}>
            Remove
          </Button>
        )}
        {currentUrl && !isNew && (
          <Button
            icon={value ? <UndoOutlined /> : <DeleteOutlined />}
            onClick={() => onChange?.(value ? null : 'removed')}
          >
            {value ? 'Keep current logo' : 'Remove current logo'}
          </Button>
        )}
        <input ref={input} id={id} type="file" accept={ACCEPT.join(',')} onChange={choose} hidden />
      </Flex>
      {hasFailed && <Typography.Text type="danger">The current logo could not be loaded.</Typography.Text>}
      <Typography.Text type={problem ? 'danger' : 'secondary'} role={problem ? 'alert' : undefined}>
        {problem || 'Square PNG recommended, at least 200x200px'}
      </Typography.Text>
    </Flex>
  );
}

function refusal(file: File): string {
  if (!ACCEPT.includes(file.type)) return `${file.name} is not a PNG, JPEG, WebP, AVIF or GIF image.`;
  const megabytes = LOGO_MAX_BYTES / 1024 / 1024;
  if (file.size > LOGO_MAX_BYTES) return `${file.name} is larger than ${megabytes} MB. Choose a smaller image.`;
  return '';
}
