import { Select, type SelectProps } from 'antd';
import { useRef, useState, type KeyboardEvent } from 'react';

interface Option {
  value: string;
  label: string;
}

interface ChoiceProps extends Pick<SelectProps<string>, 'id' | 'aria-label' | 'style'> {
  value: string;
  options: Option[];
  onChange: (value: string) => void;
}

/** Chooses one of a few; typed letters choose the entry that begins with them. */
export function Choice({ value, options, onChange, ...select }: ChoiceProps) {
  const [open, setOpen] = useState(false);
  const typed = useTypeAhead();

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    // A space opens the list, unless it belongs to the text being typed.
    if (event.key === ' ' && typed.text() === '') return;
    const found = entryFor(typed.add(event.key), options, value);
    if (found === undefined) return;
    setOpen(false);
    if (found !== value) onChange(found);
  };
  return (
    <Select<string>
      {...select}
      value={value}
      options={options}
      open={open}
      onOpenChange={setOpen}
      onChange={onChange}
      onKeyDown={onKeyDown}
    />
  );
}

const RESET_MS = 1000;

/** The text typed so far; it is cleared after a pause. */
function useTypeAhead() {
  const typed = useRef({ text: '', at: 0 });
  const text = () => (Date.now() - typed.current.at < RESET_MS ? typed.current.text : '');
  return {
    text,
    add: (key: string) => {
      typed.current = { text: text() + key.toLowerCase(), at: Date.now() };
      return typed.current.text;
    },
  };
}

/** The entry that begins with the text; one letter, or the same again, goes on to the next that does. */
function entryFor(text: string, options: Option[], value: string): string | undefined {
  const isOneLetter = [...text].every((letter) => letter === text[0]);
  const current = options.findIndex((option) => option.value === value);
  const start = isOneLetter ? current + 1 : Math.max(current, 0);
  const inOrder = [...options.slice(start), ...options.slice(0, start)];
  const prefix = isOneLetter ? text[0]! : text;
  return inOrder.find(({ label }) => label.toLowerCase().startsWith(prefix))?.value;
}
