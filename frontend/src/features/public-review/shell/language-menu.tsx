import { LANGUAGE_LABELS, type Language } from '@gmb-moments/backend/contract/languages';
import { chooseLanguage } from '../../../lib/texts/language';
import { useSay } from '../../../lib/texts/say';
import { Icon } from './icon';
import styles from './shell.module.css';

/** At the end of each page, where a visitor chooses its language. */
export function LanguageMenu() {
  const say = useSay();
  return (
    <footer className={styles.footer}>
      <label className={`row muted relative ${styles.language}`}>
        <Icon name="globe" size={16} />
        <select
          aria-label={say.text('language')}
          value={say.language}
          onChange={({ target }) => chooseLanguage(target.value as Language)}
        >
          {Object.entries(LANGUAGE_LABELS).map(([language, name]) => (
            <option className="ink surface" key={language} value={language} lang={language}>
              {name}
            </option>
          ))}
        </select>
        <Icon name="down" size={16} />
      </label>
    </footer>
  );
}
