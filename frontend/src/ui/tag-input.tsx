import { isBlank } from '@gmb-moments/backend/contract/texts';
import { ConfigProvider, Input, Tag, theme, type InputRef } from 'antd';
import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { atMost } from '../lib/characters';
import styles from './tag-list.module.css';

interface TagInputProps {
  /** Set by a form item, so that its label belongs to the text field. */
  id?: string;
  value?: string[];
  onChange?: (tags: string[]) => void;
  placeholder?: string;
  /** Maximum length of a tag. */
  max: number;
  'aria-label'?: string;
  readOnly?: boolean;
}

/** An input for a list of unique texts. Enter or comma adds one, Backspace in the empty field removes the last. */
export function TagInput({ value = [], onChange, placeholder, max, readOnly = false, ...field }: TagInputProps) {
  const [text, setText] = useState('');
  const [focused, setFocused] = useState(false);
  const input = useRef<InputRef>(null);
  const { token } = theme.useToken();
  const { componentDisabled } = ConfigProvider.useConfig();
  const disabled = componentDisabled || readOnly;

  const add = (typed: string) => {
    const tags = [...new Set([...value, ...typed.split(',').map((part) => part.trim())])].filter(
      (tag) => !isBlank(tag),
    );
    if (tags.length > value.length) onChange?.(tags);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '' && value.length > 0) {
      onChange?.(value.slice(0, -1));
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (!pasted.includes(',')) return;
    event.preventDefault();
    add(text + pasted);
  };

  return (
    <div
      className="row wrap gap-4"
      style={{
        minHeight: token.controlHeight,
        padding: `3px ${token.paddingSM - 1}px`,
        border: `1px solid ${focused ? token.colorPrimary : token.colorBorder}`,
        boxShadow: focused ? `0 0 0 2px ${token.controlOutline}` : undefined,
        borderRadius: token.borderRadius,
        background: disabled ? token.colorBgContainerDisabled : token.colorBgContainer,
        transition: `border-color ${token.motionDurationMid}`,
      }}
    >
      {value.map((tag) => (
        <Tag
          key={tag}
          closable={!disabled && { 'aria-label': `Remove ${tag}` }}
          onClose={(event) => {
            event.preventDefault();
            onChange?.(value.filter((other) => other !== tag));
            // The focused button was removed.
            input.current?.focus();
          }}
          className={styles['tag']}
        >
          {tag}
        </Tag>
      ))}
      <Input
        {...field}
        ref={input}
        count={atMost(max)}
        variant="borderless"
        value={text}
        placeholder={value.length ? undefined : placeholder}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          add(text);
        }}
        style={{ flex: 1, minWidth: 96, minHeight: 24, padding: 0, outline: 'none', boxShadow: 'none' }}
      />
    </div>
  );
}
