import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

const PAGE_SIZE = 20;

/** The page of the list that stands in the address: a reload, the back button and a sent link keep it. */
export function useListPage() {
  const [address, setAddress] = useSearchParams();
  const page = Math.max(1, Math.floor(Number(address.get('page'))) || 1);
  return {
    page,
    pageSize: PAGE_SIZE,
    params: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
    turnTo: (next: number, options?: { replace: true }) => setAddress(next > 1 ? { page: String(next) } : {}, options),
  };
}

export type ListPage = ReturnType<typeof useListPage>;

/** The last page may have been emptied by deletions, or the address may name one that never was. */
export function useExistingPage({ page, pageSize, turnTo }: ListPage, total: number | undefined): void {
  const lastPage = total === undefined ? undefined : Math.max(1, Math.ceil(total / pageSize));
  useEffect(() => {
    if (lastPage && page > lastPage) turnTo(lastPage, { replace: true });
  });
}
