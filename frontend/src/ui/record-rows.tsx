import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ChevronDownIcon } from './icons';
import styles from './record-rows.module.css';

/** A column of a list. */
export interface RowColumn<Item> {
  key: string;
  title: string;
  /** Name of the order that the column's header switches, and its opposite with a leading `-`. */
  sort?: string;
  align?: 'end';
  /** Of its cells, for columns that narrow pages leave out. */
  className?: string | undefined;
  render: (item: Item) => ReactNode;
}

interface RecordRowsProps<Item> {
  /** What the list holds: `Moments`. */
  label: string;
  items: Item[];
  columns: RowColumn<Item>[];
  /** Sets `--columns`, the widths of the columns. */
  className: string | undefined;
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  /** While the items of another page or filter are being read. */
  isStale?: boolean;
}

/** A list as a table with rows 52 px high. A row is a link where one of its cells holds a `RowLink`. */
export function RecordRows<Item extends { id: string }>({ items, columns, isStale, ...list }: RecordRowsProps<Item>) {
  return (
    <div className={styles['frame']}>
      <table aria-label={list.label} aria-busy={isStale} className={`${styles['table']} ${list.className ?? ''}`}>
        <thead>
          <tr className={styles['head']}>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={list.sort} onSort={list.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id} className={styles['row']}>
              {columns.map((column) => (
                <td key={column.key} className={cellClass(column)}>
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

function cellClass({ align, className = '' }: Pick<RowColumn<never>, 'align' | 'className'>): string {
  return `${className} ${align === 'end' ? styles['end'] : ''}`;
}

interface HeadCellProps<Item> {
  column: RowColumn<Item>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}

function HeadCell<Item>({ column, sort, onSort }: HeadCellProps<Item>) {
  const { title, sort: order } = column;
  if (!order) {
    return (
      <th scope="col" className={cellClass(column)}>
        {title}
      </th>
    );
  }
  const direction = sort === order ? 'ascending' : sort === `-${order}` ? 'descending' : undefined;
  return (
    <th scope="col" aria-sort={direction} className={cellClass(column)}>
      <button
        type="button"
        className={styles['sort']}
        onClick={() => onSort?.(direction === 'ascending' ? `-${order}` : order)}
      >
        {title}
        <ChevronDownIcon size={12} className={direction ? styles[direction] : styles['unsorted']} />
      </button>
    </th>
  );
}

/** The name of a row's record: a link that reaches over the whole row. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={styles['link']}>
      {children}
    </Link>
  );
}

/** Controls of a row that are not its link. */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className={styles['actions']}>{children}</span>;
}

/** Two lines in a row: what counts, and what explains it. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className={styles['lines']}>
      <span dir="auto">{first}</span>
      <span dir="auto" className={styles['second']}>
        {second}
      </span>
    </span>
  );
}

/** Rows that are being read, as high as they will be. */
export function RowSkeletons({ count }: { count: number }) {
  return (
    <div className={styles['skeletons']}>
      {Array.from({ length: count }, (_none, index) => (
        <div key={index} className={styles['skeleton']}>
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
