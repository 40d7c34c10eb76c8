import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import { readEarly } from '../lib/early-reads';

interface EarlyPage {
  path: RegExp;
  /** Asks for the page's code and for what it reads first; the router and the queries ask for the same again. */
  start: (link: string) => Promise<unknown>[];
}

/** The pages that people open from a link, often on a phone. */
const PAGES: EarlyPage[] = [
  {
    path: /^\/public\/(?!moments$)([\w-]+)$/,
    start: (id) => [
      import('../features/review/review-page'),
      readEarly('/api/public', id, 'images').then(loadFirst),
      readEarly('/api/public', id),
      readEarly('/api/public', id, 'branding'),
    ],
  },
  {
    path: /^\/gmb-preview\/([\w-]+)$/,
    start: (link) => [import('../features/gmb-preview/preview-page'), readEarly('/api/gmb-optimizations/public', link)],
  },
];

/** Asks for all that a public page needs at once; one after the other it would take a phone four round trips. */
export function startEarly(pathname: string): void {
  for (const { path, start } of PAGES) {
    const link = path.exec(pathname)?.[1];
    // Whoever asks for the same again deals with its failure.
    if (link) void Promise.allSettled(start(link));
  }
}

/** Loads the picture that is seen first. */
function loadFirst(images: unknown): void {
  const [first] = (images ?? []) as ReviewImageView[];
  if (first) new Image().src = first.thumbnailUrl;
}
