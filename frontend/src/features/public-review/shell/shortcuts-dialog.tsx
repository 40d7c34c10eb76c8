import { useState } from 'react';
import { useTranslator } from '../../../lib/texts/translator';
import { ShortcutList } from '../../../ui/shortcut-list';
import { Button } from './card';
import styles from './shortcuts-dialog.module.css';
import { Overlay } from './overlay';
import { REVIEW_SHORTCUTS, letterShortcuts } from './review-shortcuts';

/** Lists the keyboard shortcuts of a review page, with a checkbox that switches them off. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslator();
  const [areOn, setOn] = useState(letterShortcuts.areOn);
  return (
    <Overlay variant="box" labelledBy="keys-title" onClose={onClose}>
      <div className={`grid gap-16 ${styles.keys}`}>
        <h2 id="keys-title">{t.text('keys.title')}</h2>
        <ShortcutList shortcuts={REVIEW_SHORTCUTS} textOf={(does) => t.text(does)} />
        <label className="row gap-8">
          <input
            type="checkbox"
            checked={areOn}
            onChange={({ target }) => {
              letterShortcuts.turn(target.checked ? 'on' : 'off');
              setOn(target.checked);
            }}
          />
          {t.text('keys.use')}
        </label>
        <Button data-autofocus onClick={onClose}>
          {t.text('close')}
        </Button>
      </div>
    </Overlay>
  );
}
