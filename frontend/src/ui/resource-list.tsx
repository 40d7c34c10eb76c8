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
import { countText } from '../lib/count-text';

/**
 * A list that the server searches, filters, sorts and pages. Page, filters and sort order are in the URL, so that
 * reloading, going back and sharing a link keep them. A list consists of data and a page that renders it:
 *
 *     const MAILS = {
 *       name: 'mails',
 *       nouns: ['mail', 'mails'],
 *       query: mailListQuery,
 *       filters: {
 *         search: searchFilter('Search mails', 'Search by recipient'),
 *         status: choiceFilter({ label: 'Filter by status', all: 'All statuses', options: STATUSES, style: STYLE }),
 *       },
 *     } as const;
 *     const MAIL_ROWS: RowLayout<MailView> = { label: 'Mails', columns: [...], card: (mail) => <RecordCard ... /> };
 *
 *     export const prefetchMails = prefetchList(MAILS);
 *     export function MailsPage() {
 *       const list = useResourceList(MAILS);
 *       return <ResourceList list={list} rows={MAIL_ROWS} empty={<EmptyState text="No mails yet" />} />;
 *     }
 */
interface ListSource<Item, Filters extends ListFilters, Key extends QueryKey> {
  /** Name of the records in sentences: `moments`. */
  name: string;
  /** Singular and plural, for the count above the list: `moment`, `moments`. */
  nouns: readonly [one: string, several: string];
  /** Filters by query parameter, in the order in which they are shown; `sort` is the sort order. */
  filters: Filters;
  query: (params: ListParams<Filters>) => UseQueryOptions<Page<Item>, Error, Page<Item>, Key>;
}

type ListFilters = Record<string, ListFilter<unknown>>;

/** Query parameters of a page of a list. */
type ListParams<Filters extends ListFilters> = { [Name in keyof Filters]: ReturnType<Filters[Name]['read']> } & {
  limit: number;
  offset: number;
};

/** Records per page. */
const PAGE_SIZE = 20;

/** The page number in the URL, from 1. */
function pageOf(address: URLSearchParams): number {
  return Math.max(1, Math.floor(Number(address.get('page'))) || 1);
}

function paramsOf<Filters extends ListFilters>(filters: Filters, address: URLSearchParams): ListParams<Filters> {
  const values = Object.entries(filters).map(([name, { read }]) => [name, read(address.get(name) ?? '')]);
  const page = { limit: PAGE_SIZE, offset: (pageOf(address) - 1) * PAGE_SIZE };
  return { ...(Object.fromEntries(values) as ListParams<Filters>), ...page };
}

/** Prefetches the page of a list that a URL names. */
export function prefetchList<Item, Filters extends ListFilters, Key extends QueryKey>({
  filters,
  query,
}: ListSource<Item, Filters, Key>): Prefetch {
  return (client, { address }) => client.prefetchQuery(query(paramsOf(filters, address)));
}

/** The state of a list for the current URL. While another page loads, the previous one stays. */
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
    /** Sets a filter or the sort order, and goes to the first page. @param text `''` removes the filter */
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

/** Goes to the last page if the URL names a later one, for example after deletions. */
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
  /** Shown if there are no records, without filters. */
  empty: ReactNode;
  /** The selection, if records can be selected. */
  selection?: ListSelection<Item>;
  /** Shown above the skeletons. */
  loadingText?: string;
}

/** A list with its filters and pagination, as rows or cards. */
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

/** The filters above a list, and the number of matching records. */
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
        {total !== undefined && countText(total, ...list.nouns)}
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

/** The button that opens the page for creating a record. */
export function CreateButton({ to, text, quiet = false }: { to: string; text: string; quiet?: boolean }) {
  const navigate = useNavigate();
  return (
    <Button type={quiet ? 'default' : 'primary'} icon={<PlusIcon />} onClick={() => void navigate(to)}>
      {text}
    </Button>
  );
}
