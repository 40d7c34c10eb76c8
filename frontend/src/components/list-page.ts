import type { TablePaginationConfig } from 'antd';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Rows of one page of a list. */
export const PAGE_SIZE = 20;

/** The page of a list that stands in the address: a reload, the back button and a sent link keep it. */
export interface ListPage {
  /** From 1. */
  page: number;
  turnTo: (page: number, options?: { replace: true }) => void;
}

export function useListPage(): ListPage {
  const [address, setAddress] = useSearchParams();
  const page = Math.max(1, Math.floor(Number(address.get('page'))) || 1);
  const turnTo: ListPage['turnTo'] = (next, options) =>
    setAddress((before) => {
      const after = new URLSearchParams(before);
      if (next > 1) after.set('page', String(next));
      else after.delete('page');
      return after;
    }, options);
  return { page, turnTo };
}

/** What the server is asked for to show a page. */
export function pageParams({ page }: ListPage): { limit: number; offset: number } {
  return { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
}

/** The pager of a table that holds every row of its list. */
export function pagerOf({ page, turnTo }: ListPage): TablePaginationConfig {
  return {
    current: page,
    pageSize: PAGE_SIZE,
    hideOnSinglePage: true,
    showSizeChanger: false,
    onChange: (next) => {
      turnTo(next);
      window.scrollTo({ top: 0 });
    },
  };
}

/** The last page may have been emptied by deletions, or the address may name one that never was. */
export function useExistingPage({ page, turnTo }: ListPage, total: number | undefined): void {
  const lastPage = total === undefined ? undefined : Math.max(1, Math.ceil(total / PAGE_SIZE));
  useEffect(() => {
    if (lastPage && page > lastPage) turnTo(lastPage, { replace: true });
  });
}
