import { Grid } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ChevronDownIcon } from './icons';
import { CardList } from './record-card';
import styles from './record-rows.module.css';
import stretched from './stretched-link.module.css';
import type { ListSelection } from './use-list-selection';

/** A column of a list. */
export interface RowColumn<Item> {
  title: string;
  /**
   * Width as a CSS grid track: one for all sizes, or for rows of at least 1060 px, 900 px, and less; `null` hides the
   * column.
   */
  width: string | readonly [wide: string, medium: string, narrow: string | null];
  /** Sort order that the header toggles; descending with a leading `-`. */
  sort?: string;
  align?: 'end';
  /** Whether the text is grey. */
  isQuiet?: boolean;
  render: (item: Item) => ReactNode;
}

/** The layout of a list's records. */
export interface RowLayout<Item> {
  /** Accessible name of the list: `Moments`. */
  label: string;
  columns: RowColumn<Item>[];
  /**
   * Renders a record as a `RecordCard` if there is no room for rows.
   * @param select the checkbox, if records can be selected
   */
  card: (item: Item, select?: ReactNode) => ReactNode;
  /** Name of a record, for the label of its checkbox. */
  nameOf?: (item: Item) => string;
}

interface RecordRowsProps<Item> extends RowLayout<Item> {
  items: Item[];
  /** The current sort order. */
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  /** Whether the items of another page or filter are loading. */
  isStale?: boolean;
  selection?: ListSelection<Item> | undefined;
}

/**
 * Records as a table, or as cards on windows narrower than 992 px. A row with a `RowLink` in a cell is a link as a
 * whole.
 */
export function RecordRows<Item extends { id: string }>({ card, isStale = false, ...list }: RecordRowsProps<Item>) {
  const { label, items, columns, sort, onSort, selection, nameOf = () => '' } = list;
  const { lg: hasRoom = true } = Grid.useBreakpoint();
  if (!hasRoom) {
    return (
      <CardList label={label} items={items} isStale={isStale}>
        {(item) =>
          card(
            item,
            selection && <SelectRecords selection={selection} records={[item]} name={nameOf(item)} text="Select" />,
          )
        }
      </CardList>
    );
  }
  return (
    <div className={styles['frame']}>
      <table
        aria-label={label}
        aria-busy={isStale}
        className={styles['table']}
        style={widthsOf(columns, selection !== undefined)}
      >
        <thead>
          <tr className={`grid underlined ${styles['head']}`}>
            {selection && (
              <td>
                <SelectRecords selection={selection} records={items} name={`all ${label.toLowerCase()} of this page`} />
              </td>
            )}
            {columns.map((column) => (
              <HeadCell key={column.title} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id} className={`grid underlined ${stretched.row} ${styles['row']}`}>
              {selection && (
                <td>
                  <SelectRecords selection={selection} records={[item]} name={nameOf(item)} />
                </td>
              )}
              {columns.map((column) => (
                <td key={column.title} className={cellClass(column)}>
                  {column.render(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The grid tracks of the columns as CSS variables, for each size. */
function widthsOf(columns: RowColumn<never>[], canSelect: boolean): CSSProperties {
  const at = (room: 0 | 1 | 2) =>
    [
      canSelect ? '16px' : '',
      ...columns.map(({ width }) => (typeof width === 'string' ? width : (width[room] ?? ''))),
    ].join(' ');
  return { '--wide': at(0), '--medium': at(1), '--narrow': at(2) } as CSSProperties;
}

function cellClass({ align, isQuiet, width }: RowColumn<never>): string {
  const isLeftOut = typeof width !== 'string' && width[2] === null;
  return [align && styles['end'], isQuiet && 'muted', isLeftOut && styles['leftOut']].filter(Boolean).join(' ');
}

interface SelectProps<Item> {
  selection: ListSelection<Item>;
  /** One record, or all records of the page. */
  records: Item[];
  name: string;
  /** Visible label. */
  text?: string;
}

/** The checkbox that selects one record, or all records of the page. */
function SelectRecords<Item extends { id: string }>({ selection, records, name, text }: SelectProps<Item>) {
  const known = new Set(selection.items.map(({ id }) => id));
  const selected = records.filter(({ id }) => known.has(id)).length;
  return (
    <label className={`inline raised muted gap-10 ${styles['select']}`}>
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={selected === records.length}
        ref={(input) => {
          if (input) input.indeterminate = selected > 0 && selected < records.length;
        }}
        onChange={() => selection.select(records, selected < records.length)}
      />
      {text}
    </label>
  );
}

interface HeadCellProps {
  column: RowColumn<never>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}

function HeadCell({ column, sort, onSort }: HeadCellProps) {
  const { title, sort: order } = column;
  if (!order) {
    return (
      <th scope="col" className={`label ${cellClass(column)}`}>
        {title}
      </th>
    );
  }
  const direction = directionOf(order, sort);
  return (
    <th scope="col" aria-sort={direction} className={`label ${cellClass(column)}`}>
      <button
        type="button"
        className={`inline gap-4 ${styles['sort']}`}
        onClick={() => onSort?.(direction === 'ascending' ? `-${order}` : order)}
      >
        {title}
        <ChevronDownIcon size={12} className={direction ? styles[direction] : styles['unsorted']} />
      </button>
    </th>
  );
}

function directionOf(order: string, sort: string | undefined): 'ascending' | 'descending' | undefined {
  if (sort === order) return 'ascending';
  return sort === `-${order}` ? 'descending' : undefined;
}

/** The name of a row's record, as a link that covers the whole row. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={stretched.link}>
      {children}
    </Link>
  );
}

/** Controls of a row besides its link. */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className="inline raised gap-4">{children}</span>;
}

/** Two lines in a cell: the value, and a smaller explanation. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className="column shrink">
      <span dir="auto" className="clip">
        {first}
      </span>
      <span dir="auto" className="clip note faint">
        {second}
      </span>
    </span>
  );
}

interface NamedProps {
  mark: ReactNode;
  /** Whether the mark is hidden in rows narrower than 900 px. */
  isFolded?: boolean;
  children: ReactNode;
}

/** A cell with the name of a record beside its picture or initial. */
export function Named({ mark, isFolded = false, children }: NamedProps) {
  return (
    <span className={`row shrink gap-12 ${isFolded ? styles['folded'] : ''}`}>
      {mark}
      {children}
    </span>
  );
}

/** A text that is truncated after two lines. */
export function Clamped({ children }: { children: ReactNode }) {
  return <span className="clamp">{children}</span>;
}

/** Placeholders for rows, in their final height. */
export function RowSkeletons({ count }: { count: number }) {
  return (
    <div className={`ruled ${styles['skeletons']}`}>
      {Array.from({ length: count }, (_none, index) => (
        <div key={index} className={`grid underlined gap-16 ${styles['skeleton']}`}>
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
