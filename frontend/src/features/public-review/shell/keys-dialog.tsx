import { useState } from 'react';
import { Button } from './card';
import styles from './keys-dialog.module.css';
import { Overlay } from './overlay';
import { KEYS, letterKeys } from './use-keys';

/** Lists the keys of a review page, and switches them off for who does not want them. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [areOn, setOn] = useState(letterKeys.areOn);
  return (
    <Overlay look="box" labelledBy="keys-title" onClose={onClose}>
      <div className={styles.keys}>
        <h2 id="keys-title">Keyboard</h2>
        <dl>
          {Object.values(KEYS).map(({ key, does }) => (
            <div key={key}>
              <dt>{does}</dt>
              <dd>
                <kbd>{key.toUpperCase()}</kbd>
              </dd>
            </div>
          ))}
        </dl>
        <label>
          <input
            type="checkbox"
            checked={areOn}
            onChange={({ target }) => {
              letterKeys.turn(target.checked ? 'on' : 'off');
              setOn(target.checked);
            }}
          />
          Use these keys on this device
        </label>
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </div>
    </Overlay>
  );
}
