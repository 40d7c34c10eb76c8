import { keepPreviousData, useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { Button, Pagination } from 'antd';
import { Fragment, useEffect, type ReactNode } from 'react';
import { useNavigate, useSearchParams, type SetURLSearchParams } from 'react-router-dom';
import type { Page } from '../lib/http';
import type { Prefetch } from '../lib/query-client';
import { PlusIcon } from './icons';
import type { ListFilter } from './list-filters';
import { EmptyState, Loading, QueryView } from './placeholders';
import { RecordRows, RowSkeletons, type RowLayout } from './record-rows';
import styles from './resource-list.module.css';
import type { ListSelection } from './use-list-selection';
import { counted } from '../lib/counted';

/**
 * A list that the server searches, filters, sorts and pages. Its page, filters and order stand in the address, so that
 * a reload, the back button and a sent link keep them. A list is data and a page that shows it:
 *
 *     const MAILS = {
 *       name: 'mails',
 *       nouns: ['mail', 'mails'],
 *       query: mailListQuery,
 *       filters: {
 *         search: searchFilter('Search mails', 'Search by recipient'),
 *         status: choiceFilter({ label: 'Filter by status', all: 'All statuses', options: STATUSES, style: { flex: '0 1 140px' } }),
 *       },
 *     } as const;
 *     const MAIL_ROWS: RowLayout<MailView> = { label: 'Mails', columns: [...], card: (mail) => <RecordCard ... /> };
 *
 *     export const prefetchMails = prefetchList(MAILS);
 *     export function MailsPage() {
 *       return <ResourceList list={useResourceList(MAILS)} rows={MAIL_ROWS} empty={<EmptyState text="No mails yet" />} />;
 *     }
 */
interface ListSource<Item, Filters extends ListFilters, Key extends QueryKey> {
  /** Name of the records in sentences: `moments`. */
  name: string;
  /** One of them and several, in the count above the list: `moment`, `moments`. */
  nouns: readonly [one: string, several: string];
  /** By the name of their query parameter; the one called `sort` is the order. They are shown in this order. */
  filters: Filters;
  query: (params: ListParams<Filters>) => UseQueryOptions<Page<Item>, Error, Page<Item>, Key>;
}

type ListFilters = Record<string, ListFilter<unknown>>;

/** Query parameters of a page of a list. */
type ListParams<Filters extends ListFilters> = { [Name in keyof Filters]: ReturnType<Filters[Name]['read']> } & {
  limit: number;
  offset: number;
};

/** Rows of one page of a list. */
const PAGE_SIZE = 20;

/** Page number in the address, from 1. */
function pageOf(address: URLSearchParams): number {
  return Math.max(1, Math.floor(Number(address.get('page'))) || 1);
}

function paramsOf<Filters extends ListFilters>(filters: Filters, address: URLSearchParams): ListParams<Filters> {
  const values = Object.entries(filters).map(([name, { read }]) => [name, read(address.get(name) ?? '')]);
  const page = { limit: PAGE_SIZE, offset: (pageOf(address) - 1) * PAGE_SIZE };
  return { ...(Object.fromEntries(values) as ListParams<Filters>), ...page };
}

/** Reads the page of a list that an address names, before it is opened. */
export function prefetchList<Item, Filters extends ListFilters, Key extends QueryKey>({
  filters,
  query,
}: ListSource<Item, Filters, Key>): Prefetch {
  return (client, { address }) => client.prefetchQuery(query(paramsOf(filters, address)));
}

/** The page of a list that the address names. While another page is read, the one before stays. */
export function useResourceList<Item, Filters extends ListFilters, Key extends QueryKey>({
  name,
  nouns,
  filters,
  query: queryOf,
}: ListSource<Item, Filters, Key>) {
  const [address, setAddress] = useSearchParams();
  const params = paramsOf(filters, address);
  const query = useQuery({ ...queryOf(params), placeholderData: keepPreviousData });
  useExistingPage(address, setAddress, query.isPlaceholderData ? undefined : query.data?.total);
  return {
    name,
    nouns,
    filters,
    address,
    query,
    sort: typeof params['sort'] === 'string' ? params['sort'] : undefined,
    isFiltered: Object.entries(params).some(([key, value]) => key in filters && key !== 'sort' && value !== undefined),
    turnTo: (page: number) => setAddress((before) => changed(before, { page: page > 1 ? String(page) : '' })),
    /** Sets a filter or the order, and goes back to the first page; an empty text removes it. */
    change: (key: string, text: string) =>
      setAddress((before) => changed(before, { page: '', [key]: text }), { replace: true }),
    clear: () => setAddress({}, { replace: true }),
  };
}

function changed(address: URLSearchParams, changes: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const [name, text] of Object.entries(changes)) {
    if (text) next.set(name, text);
    else next.delete(name);
  }
  return next;
}

/** The last page may have been emptied by deletions, or the address may name one that never was. */
function useExistingPage(address: URLSearchParams, setAddress: SetURLSearchParams, total: number | undefined): void {
  const lastPage = total === undefined ? undefined : Math.max(1, Math.ceil(total / PAGE_SIZE));
  useEffect(() => {
    if (!lastPage || pageOf(address) <= lastPage) return;
    setAddress((before) => changed(before, { page: lastPage > 1 ? String(lastPage) : '' }), { replace: true });
  });
}

type ListState<Item> = ReturnType<typeof useResourceList<Item, ListFilters, QueryKey>>;

interface ResourceListProps<Item> {
  list: ListState<Item>;
  rows: RowLayout<Item>;
  /** Shown when there is no record at all. */
  empty: ReactNode;
  /** For records that can be selected. */
  selection?: ListSelection<Item>;
  /** Shown above the skeletons, where the head of the rows will be. */
  loadingText?: string;
}

/** The filters of a list, and its page as rows or cards, or why there is none. */
export function ResourceList<Item extends { id: string }>({
  list,
  rows,
  empty,
  loadingText,
  selection,
}: ResourceListProps<Item>) {
  const { name, query, change } = list;
  return (
    <>
      <FilterBar list={list} />
      <QueryView
        query={query}
        failed={`The ${name} could not be loaded`}
        loading={
          <>
            {loadingText && <output className={`note muted ${styles['loading']}`}>{loadingText}</output>}
            <Loading label={`Loading ${name}`}>
              <RowSkeletons count={10} />
            </Loading>
          </>
        }
      >
        {({ items, total }) =>
          total === 0 ? (
            (list.isFiltered && <NoMatch list={list} />) || empty
          ) : (
            <div className="column gap-16">
              <RecordRows
                {...rows}
                items={items}
                isStale={query.isPlaceholderData}
                selection={selection}
                sort={list.sort}
                onSort={(sort) => change('sort', sort)}
              />
              <Pagination
                align="end"
                current={pageOf(list.address)}
                pageSize={PAGE_SIZE}
                total={total}
                showSizeChanger={false}
                hideOnSinglePage
                responsive
                showTotal={(count, [from, to]) => `${from}–${to} of ${count}`}
                onChange={list.turnTo}
              />
            </div>
          )
        }
      </QueryView>
    </>
  );
}

/** The controls above a list, and how many records match. */
function FilterBar({ list }: { list: ListState<unknown> }) {
  const { filters, address } = list;
  if (Object.keys(filters).length === 0) return null;
  const total = list.query.data?.total;
  return (
    <div className={`row wrap gap-8 ${styles['bar']}`}>
      {Object.entries(filters).map(([name, { control }]) => (
        <Fragment key={name}>{control?.(address.get(name) ?? '', (text) => list.change(name, text))}</Fragment>
      ))}
      <output className={`muted numbers nowrap ${styles['count']}`}>
        {total !== undefined && counted(total, ...list.nouns)}
      </output>
    </div>
  );
}

function NoMatch({ list: { name, filters, clear } }: { list: ListState<unknown> }) {
  const controls = Object.keys(filters).length > 2 ? 'filters' : 'filter';
  return (
    <EmptyState
      text={`No ${name} found`}
      hint={`Nothing matches the search and the ${controls}.`}
      action={<Button onClick={clear}>Clear filters</Button>}
    />
  );
}

/** The button that leads to the page where a record is created. */
export function CreateButton({ to, text, quiet = false }: { to: string; text: string; quiet?: boolean }) {
  const navigate = useNavigate();
  return (
    <Button type={quiet ? 'default' : 'primary'} icon={<PlusIcon />} onClick={() => void navigate(to)}>
      {text}
    </Button>
  );
}
