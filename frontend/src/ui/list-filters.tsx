import type { CSSProperties, ReactNode } from 'react';
import { NativeSelect } from './native-select';
import { SearchBox } from './search-box';

/** A filter or the sort order of a list, stored as text in the page's URL. */
export interface ListFilter<Value> {
  /** Converts the text in the URL, which may be invalid, to the API's parameter; `undefined` does not filter. */
  read: (text: string) => Value;
  /** Renders the control above the list; without it, only the URL or a column header sets the value. */
  control?: (text: string, onChange: (text: string) => void) => ReactNode;
}

interface Option<Value extends string> {
  value: Value;
  label: string;
}

/** A filter with a search box. */
export function searchFilter(label: string, placeholder: string): ListFilter<string | undefined> {
  return {
    read: (text) => text.trim() || undefined,
    control: (text, onSearch) => <SearchBox label={label} placeholder={placeholder} value={text} onSearch={onSearch} />,
  };
}

interface ChoiceFilterProps<Value extends string> {
  label: string;
  /** Label of the option without a filter: `All statuses`. */
  all: string;
  options: Option<Value>[];
  style: CSSProperties;
}

/** A filter with a select of a few values. */
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

/** A filter by id, with a custom control. */
export function idFilter(control: NonNullable<ListFilter<string>['control']>): ListFilter<string | undefined> {
  return { read: (text) => text || undefined, control };
}

/** A select of sort orders. The first one is the default, which is not in the URL. */
export function orderChoice<Value extends string>(first: Option<Value>, ...others: Option<Value>[]): ListFilter<Value> {
  const style = { flex: '1 1 130px', maxWidth: 160 };
  const { read, control } = choiceFilter({ label: 'Sort by', all: first.label, options: others, style });
  return { read: (text) => read(text) ?? first.value, control };
}
