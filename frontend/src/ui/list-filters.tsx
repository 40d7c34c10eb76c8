import type { CSSProperties, ReactNode } from 'react';
import { NativeSelect } from './native-select';
import { SearchBox } from './search-box';

/** A filter or the order of a list, kept as text in the URL of the page. */
export interface ListFilter<Value> {
  /** The parameter of the API for the text in the URL, which may be invalid; `undefined` filters nothing. */
  read: (text: string) => Value;
  /** The control above the list; without it, only the URL or a column's header sets the text. */
  control?: (text: string, onChange: (text: string) => void) => ReactNode;
}

interface Option<Value extends string> {
  value: Value;
  label: string;
}

/** A search box. */
export function searchFilter(label: string, placeholder: string): ListFilter<string | undefined> {
  return {
    read: (text) => text.trim() || undefined,
    control: (text, onSearch) => <SearchBox label={label} placeholder={placeholder} value={text} onSearch={onSearch} />,
  };
}

interface ChoiceFilterProps<Value extends string> {
  label: string;
  /** Name of the choice that is not in the address: `All statuses`. */
  all: string;
  options: Option<Value>[];
  style: CSSProperties;
}

/** One of a few values, or all. */
export function choiceFilter<Value extends string>({
  label,
  all,
  options,
  style,
}: ChoiceFilterProps<Value>): ListFilter<Value | undefined> {
  const read = (text: string) => options.find(({ value }) => value === text)?.value;
  return {
    read,
    control: (text, onChange) => (
      <NativeSelect
        aria-label={label}
        value={read(text) ?? ''}
        options={[{ value: '', label: all }, ...options]}
        onChange={onChange}
        style={style}
      />
    ),
  };
}

/** An id, chosen by a control of its own. */
export function idFilter(control: NonNullable<ListFilter<string>['control']>): ListFilter<string | undefined> {
  return { read: (text) => text || undefined, control };
}

/** One of several orders; the first one is the default, and not in the address. */
export function orderChoice<Value extends string>(first: Option<Value>, ...others: Option<Value>[]): ListFilter<Value> {
  const style = { flex: '1 1 130px', maxWidth: 160 };
  const { read, control } = choiceFilter({ label: 'Sort by', all: first.label, options: others, style });
  return { read: (text) => read(text) ?? first.value, control };
}
