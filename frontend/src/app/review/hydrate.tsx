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
  const clicked = takeEarlyClick();
  if (drawn) hydrateRoot(root, page);
  else createRoot(root).render(page);
  clicked?.click();
}

/** Returns the button that was clicked last while no script could answer it, which `early-clicks.js` marked, and ends that. */
function takeEarlyClick(): HTMLButtonElement | null {
  document.documentElement.dataset['works'] = '';
  const button = document.querySelector<HTMLButtonElement>('button[data-waiting]');
  delete button?.dataset['waiting'];
  return button;
}

function notDrawn(): Drawn {
  return { link: window.location.pathname.split('/')[2] ?? '', isPhone: false, answers: [] };
}
