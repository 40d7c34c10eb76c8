import { useState } from 'react';
import { Button } from './card';
import styles from './keys-dialog.module.css';
import { Overlay } from './overlay';
import { letterKeys } from './use-keys';

const KEYS = [
  ['A', 'Approve'],
  ['R', 'Reject'],
  ['J', 'Next'],
  ['K', 'Previous'],
  ['U', 'Undo, for a moment after a decision'],
  ['?', 'This list'],
];

/** Lists the keys of a review page, and switches them off for who does not want them. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [areOn, setOn] = useState(letterKeys.areOn);
  return (
    <Overlay look="box" labelledBy="keys-title" onClose={onClose}>
      <div className={styles.keys}>
        <h2 id="keys-title">Keyboard</h2>
        <dl>
          {KEYS.map(([key, action]) => (
            <div key={key}>
              <dt>{action}</dt>
              <dd>
                <kbd>{key}</kbd>
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
