import { useState } from 'react';
import { useTranslator } from '../../../lib/texts/translator';
import { KeyList } from '../../../ui/key-list';
import { Button } from './card';
import styles from './keys-dialog.module.css';
import { Overlay } from './overlay';
import { KEYS, letterKeys } from './review-keys';

/** Lists the keys of a review page, and switches them off for who does not want them. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslator();
  const [areOn, setOn] = useState(letterKeys.areOn);
  return (
    <Overlay look="box" labelledBy="keys-title" onClose={onClose}>
      <div className={`grid gap-16 ${styles.keys}`}>
        <h2 id="keys-title">{t.text('keys.title')}</h2>
        <KeyList keys={KEYS} t={(does) => t.text(does)} />
        <label className="row gap-8">
          <input
            type="checkbox"
            checked={areOn}
            onChange={({ target }) => {
              letterKeys.turn(target.checked ? 'on' : 'off');
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
