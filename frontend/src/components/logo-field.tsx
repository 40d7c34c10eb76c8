import { DeleteOutlined, UploadOutlined } from './icons';
import { LOGO_MAX_BYTES } from '@gmb-moments/backend/contract/limits';
import { Button, Flex, Typography } from 'antd';
import { useRef, useState, type ChangeEvent } from 'react';
import { Logo } from './logo';

const ACCEPT = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'];

interface LogoFieldProps {
  /** Set by a form item, so that its label belongs to the file field. */
  id?: string;
  /** A newly chosen file. */
  value?: File | null;
  onChange?: (file: File | null) => void;
  /** The logo in use until another is chosen. */
  currentUrl?: string | null;
}

/** Chooses a logo: shows the one in use, or a preview of the new one with a button that takes it back. */
export function LogoField({ id, value, onChange, currentUrl }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState('');
  const shown = value ?? currentUrl;

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
            alt={value ? 'Preview of the new logo' : 'Current logo'}
            onError={value ? () => refuseUnreadable(value) : undefined}
          />
        )}
        <Button ref={button} icon={<UploadOutlined />} onClick={() => input.current?.click()}>
          {shown ? 'Replace logo' : 'Choose logo'}
        </Button>
        {value && (
          <Button type="text" icon={<DeleteOutlined />} onClick={takeBack}>
            Remove
          </Button>
        )}
        <input ref={input} id={id} type="file" accept={ACCEPT.join(',')} onChange={choose} hidden />
      </Flex>
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
