import type { SearchView } from '@gmb-moments/backend/contract/search';
import { isBlank } from '@gmb-moments/backend/contract/texts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const TYPING_PAUSE_MS = 150;

/** The records that match a text. Results of the previous text stay until the new ones are loaded. */
export function useSearch(text: string) {
  const q = isBlank(text) ? '' : text.trim();
  const asked = useAfterPause(q);
  const query = useQuery({ ...searchQuery(asked), enabled: asked !== '', placeholderData: keepPreviousData });
  const found = q && !query.error ? query.data : undefined;
  const isSearching = q !== '' && (q !== asked || query.isFetching);
  return {
    found,
    isSearching,
    isEmpty: !isSearching && found !== undefined && isNothing(found),
    error: q && !isSearching ? query.error : null,
    retry: () => void query.refetch(),
  };
}

function isNothing(found: SearchView): boolean {
  return Object.values(found).every((list: unknown[]) => list.length === 0);
}

/** A debounced text; an empty text is returned at once. */
function useAfterPause(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text ? TYPING_PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The search results of a text. Never cached, because records change. */
function searchQuery(q: string) {
  return queryOptions<SearchView>({ queryKey: ['/api/search', { q }], staleTime: 0 });
}
