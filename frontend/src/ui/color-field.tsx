import { Input, Space, theme } from 'antd';
import { useState } from 'react';

const HEX = /^#[0-9a-f]{6}$/i;

/** A colour as it may be pasted: with three digits, or without `#`. */
const LOOSE_HEX = /^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Rule of a form item that holds a colour. */
export const COLOR_RULE = { pattern: HEX, message: 'Enter a colour of six hexadecimal digits such as #6366f1' };

interface ColorFieldProps {
  /** Set by a form item, so that its label belongs to the text field. */
  id?: string;
  value?: string;
  onChange?: (color: string) => void;
}

/** A colour picker and a text field that show the same colour. */
export function ColorField({ id, value = '', onChange }: ColorFieldProps) {
  const { token } = theme.useToken();
  const [last, setLast] = useState('#000000');
  if (HEX.test(value) && value.toLowerCase() !== last) setLast(value.toLowerCase());
  return (
    <Space.Compact>
      <input
        type="color"
        aria-label="Pick a colour"
        // Shows the last valid colour while another one is typed.
        value={last}
        onChange={(event) => onChange?.(event.target.value)}
        className="field"
        style={{
          width: token.controlHeight * 1.5,
          padding: 3,
          marginInlineEnd: -1,
          borderRadius: '6px 0 0 6px',
          cursor: 'pointer',
        }}
      />
      <Input
        id={id}
        value={value}
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange?.(event.target.value.trim())}
        onBlur={() => completed(value) !== value && onChange?.(completed(value))}
        style={{ width: 120, fontFamily: token.fontFamilyCode }}
      />
    </Space.Compact>
  );
}

function completed(typed: string): string {
  if (!LOOSE_HEX.test(typed)) return typed;
  const digits = typed.replace('#', '');
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
}
