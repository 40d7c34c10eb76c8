import { keepPreviousData, useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { Button, Flex, Pagination } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Page } from '../lib/http';
import { PlusIcon } from './icons';
import { Loading, QueryView } from './placeholders';
import styles from './list-page.module.css';
import { RowSkeletons } from './record-rows';

/** Rows of one page of a list. */
const PAGE_SIZE = 20;

/** The page of a list that stands in the address: a reload, the back button and a sent link keep it. */
export interface ListPage {
  /** Page number, from 1. */
  page: number;
  turnTo: (page: number, options?: { replace: true }) => void;
  /** Query parameters for this page. */
  params: { limit: number; offset: number };
}

export function useListPage(): ListPage {
  const [address, setAddress] = useSearchParams();
  const page = pageOf(address);
  const turnTo: ListPage['turnTo'] = (next, options) =>
    setAddress((before) => {
      const after = new URLSearchParams(before);
      if (next > 1) after.set('page', String(next));
      else after.delete('page');
      return after;
    }, options);
  return { page, turnTo, params: listParamsOf(address) };
}

function pageOf(address: URLSearchParams): number {
  return Math.max(1, Math.floor(Number(address.get('page'))) || 1);
}

/** Query parameters for the page of a list that an address names. */
export function listParamsOf(address: URLSearchParams): ListPage['params'] {
  return { limit: PAGE_SIZE, offset: (pageOf(address) - 1) * PAGE_SIZE };
}

/**
 * The filters and the order of a list, which stand in the address like its page.
 * @returns `change`, which sets the given ones, removes those that are empty, and goes back to the first page
 */
export function useListAddress<Name extends string>() {
  const [address, setAddress] = useSearchParams();
  function change(changes: Partial<Record<Name, string>>) {
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries<string | undefined>({ page: '', ...changes })) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  }
  return { address, listPage: useListPage(), change, clear: () => setAddress({}, { replace: true }) };
}

/** The last page may have been emptied by deletions, or the address may name one that never was. */
function useExistingPage({ page, turnTo }: ListPage, total: number | undefined): void {
  const lastPage = total === undefined ? undefined : Math.max(1, Math.ceil(total / PAGE_SIZE));
  useEffect(() => {
    if (lastPage && page > lastPage) turnTo(lastPage, { replace: true });
  });
}

interface PagedListProps<Item, Key extends QueryKey> {
  query: UseQueryOptions<Page<Item>, Error, Page<Item>, Key>;
  listPage: ListPage;
  /** Name of the items in sentences: `moments`. */
  name: string;
  /** Shown above the skeletons, where the head of the rows will be. */
  loadingText?: string;
  /** Shown when there is none. */
  empty: ReactNode;
  /** Shows one page; `isStale` while the next one is being read. */
  children: (items: Item[], isStale: boolean) => ReactNode;
}

/** A list of which the server hands out one page at a time. */
export function PagedList<Item, Key extends QueryKey>({
  listPage,
  name,
  loadingText,
  empty,
  children,
  ...list
}: PagedListProps<Item, Key>) {
  const query = useQuery({ ...list.query, placeholderData: keepPreviousData });
  useExistingPage(listPage, query.isPlaceholderData ? undefined : query.data?.total);
  return (
    <QueryView
      query={query}
      failed={`The ${name} could not be loaded`}
      loading={
        <>
          {loadingText && <output className={styles['loading']}>{loadingText}</output>}
          <Loading label={`Loading ${name}`}>
            <RowSkeletons count={10} />
          </Loading>
        </>
      }
    >
      {({ items, total }) =>
        total === 0 ? (
          empty
        ) : (
          <Flex vertical gap="middle">
            {children(items, query.isPlaceholderData)}
            <Pagination
              align="end"
              current={listPage.page}
              pageSize={PAGE_SIZE}
              total={total}
              showSizeChanger={false}
              hideOnSinglePage
              responsive
              showTotal={(count, [from, to]) => `${from}–${to} of ${count}`}
              onChange={(next) => listPage.turnTo(next)}
            />
          </Flex>
        )
      }
    </QueryView>
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
