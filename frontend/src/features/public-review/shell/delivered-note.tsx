import { deliveredPath, openedInPortal, reviewLink } from '../../../lib/review-link';
import { useSay } from '../../../lib/texts/say';
import { Icon } from './icon';
import styles from './shell.module.css';

/** On the page of a reviewer's own link: when the moment was delivered last, and the way to what was. */
export function DeliveredNote({ at }: { at: string }) {
  const say = useSay();
  const token = reviewLink();
  if (!token) return null;
  return (
    <p className={`row wrap ${styles.delivered}`}>
      <Icon name="checks" />
      <strong>{say.text('delivered.on', { day: say.date(at) })}</strong>
      <a href={deliveredPath(token, openedInPortal() ?? undefined)}>{say.text('delivered.see')}</a>
    </p>
  );
}
