import { createRoot, hydrateRoot } from 'react-dom/client';
import '../../lib/base.css';
import '../../lib/typeface.css';
import { queryClient } from '../../lib/query-client';
import { visitorLanguage } from '../../lib/texts/language';
import { translatorQuery } from '../../lib/texts/language-provider';
import { answer, DRAWN_ID, ReviewDocument, type Drawn, type ReviewPage } from './document';

/**
 * Hydrates a server-rendered page. Renders from scratch if the server did not, or if its language could not be
 * loaded.
 */
export async function hydrate(Page: ReviewPage): Promise<void> {
  const root = document.getElementById('root')!;
  const drawn = document.getElementById(DRAWN_ID)?.textContent;
  const { answers, ...how }: Drawn = drawn ? (JSON.parse(drawn) as Drawn) : notDrawn();
  answer(queryClient, answers);
  const page = <ReviewDocument Page={Page} client={queryClient} {...how} />;
  const isSpoken = await queryClient.fetchQuery(translatorQuery(how.language)).then(
    () => true,
    () => false,
  );
  const clicked = takeEarlyClick();
  if (drawn && isSpoken) hydrateRoot(root, page);
  else createRoot(root).render(page);
  clicked?.click();
}

/**
 * Returns the button that was clicked last before hydration, as marked by `early-clicks.js`, and stops the marking.
 */
function takeEarlyClick(): HTMLButtonElement | null {
  document.documentElement.dataset['works'] = '';
  const button = document.querySelector<HTMLButtonElement>('button[data-waiting]');
  delete button?.dataset['waiting'];
  return button;
}

function notDrawn(): Drawn {
  return {
    link: window.location.pathname.split('/')[2] ?? '',
    isPhone: false,
    language: visitorLanguage(),
    answers: [],
  };
}
