import { MOMENT_STATUSES } from '@gmb-moments/backend/contract/statuses';
import { useSearchParams } from 'react-router-dom';
import { pageParams, useListPage } from '../../components/list-page';
import type { MomentListParams } from './moments.api';

const SORTS = ['createdAt', '-createdAt', 'title', '-title'] as const;
const NEWEST_FIRST = '-createdAt';

/** What the list shows, as it stands in the address: a reload, the back button and a sent link keep it. */
export function useMomentFilters() {
  const [address, setAddress] = useSearchParams();
  const listPage = useListPage();
  const params: MomentListParams = {
    search: address.get('search')?.trim() || undefined,
    status: MOMENT_STATUSES.find((status) => status === address.get('status')),
    clientId: address.get('clientId') || undefined,
    sort: SORTS.find((sort) => sort === address.get('sort')) ?? NEWEST_FIRST,
    ...pageParams(listPage),
  };

  /** Changes what is given and goes back to the first page. */
  function change(changes: Partial<Record<'search' | 'status' | 'clientId' | 'sort', string>>) {
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries({ page: '', ...changes })) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  }

  return {
    params,
    listPage,
    search: address.get('search') ?? '',
    isFiltered: Boolean(params.search || params.status || params.clientId),
    change,
    clear: () => setAddress({}, { replace: true }),
  };
}

export type MomentFilters = ReturnType<typeof useMomentFilters>;
