import { createRoot, hydrateRoot } from 'react-dom/client';
import { queryClient } from '../../lib/query-client';
import { answer, DRAWN_ID, ReviewDocument, type Drawn, type ReviewPage } from './document';

/** Makes the page work that the server drew; draws it where the server could not. */
export function hydrate(Page: ReviewPage): void {
  const root = document.getElementById('root')!;
  const drawn = document.getElementById(DRAWN_ID)?.textContent;
  const { link, isPhone, answers }: Drawn = drawn ? (JSON.parse(drawn) as Drawn) : notDrawn();
  answer(queryClient, answers);
  const page = <ReviewDocument Page={Page} client={queryClient} link={link} isPhone={isPhone} />;
  if (drawn) hydrateRoot(root, page);
  else createRoot(root).render(page);
}

function notDrawn(): Drawn {
  return { link: window.location.pathname.split('/')[2] ?? '', isPhone: false, answers: [] };
}
