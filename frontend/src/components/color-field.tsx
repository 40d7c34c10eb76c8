import { Input, Space, theme } from 'antd';

const HEX = /^#[0-9a-f]{6}$/i;

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
  return (
    <Space.Compact>
      <input
        type="color"
        aria-label="Pick a colour"
        value={HEX.test(value) ? value.toLowerCase() : '#000000'}
        onChange={(event) => onChange?.(event.target.value)}
        style={{
          width: token.controlHeight * 1.5,
          height: token.controlHeight,
          padding: 3,
          marginInlineEnd: -1,
          border: `1px solid ${token.colorBorder}`,
          borderRadius: `${token.borderRadius}px 0 0 ${token.borderRadius}px`,
          background: token.colorBgContainer,
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
        style={{ width: 120, fontFamily: token.fontFamilyCode }}
      />
    </Space.Compact>
  );
}
