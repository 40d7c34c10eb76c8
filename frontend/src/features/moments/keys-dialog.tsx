import { Button } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog';
import { KeyboardIcon } from '../../ui/icons';
import { Tooltip } from '../../ui/tooltip';
import { useKeys } from '../../lib/keys';
import { useIsMobile } from '../../lib/media';
import styles from './moment-page.module.css';

/** The key that browsers add to a click to choose one more. */
const CTRL = navigator.platform.startsWith('Mac') ? 'Cmd' : 'Ctrl';

const KEYS: Record<string, [key: string, action: string][]> = {
  Photos: [
    ['J, →', 'Next photo'],
    ['K, ←', 'Previous photo'],
    ['↓ ↑', 'Photo in the next or previous row'],
    ['Enter', 'Full-size preview'],
    ['I', 'Show or hide the inspector'],
  ],
  'The selected photo': [
    ['E', 'Edit'],
    ['G', 'Regenerate'],
    ['R', 'Resubmit for Approval'],
    ['Alt+← →', 'Move earlier or later'],
    ['Alt+↑ ↓', 'Move by a row'],
  ],
  'Several photos': [
    ['Space', 'Select or unselect this one'],
    ['Shift+← →', 'Select up to the next one'],
    ['Shift+click', 'Select up to this one'],
    [`${CTRL}+click`, 'Select or unselect one'],
    [`${CTRL}+A`, 'Select all'],
    ['Alt+arrow', 'Move the selected together'],
    ['G, R', 'Regenerate or resubmit the selected'],
    ['Esc', 'Clear the selection'],
  ],
  'While editing a caption': [
    ['J, K', 'Save, then the next or previous photo'],
    ['Alt+J, Alt+K', 'The same from within a field'],
  ],
  'In the full-size preview': [
    ['←, →', 'Previous or next photo'],
    ['Z', 'Fit the window, or 100 %'],
  ],
  Everywhere: [
    [`${CTRL}+K`, 'Search'],
    [`${CTRL}+B`, 'Fold the sidebar'],
    ['?', 'This list'],
  ],
};

/** Lists the keys of the page; `?` opens it as well, also where a narrow page has no room for the button. */
export function KeysButton() {
  const isMobile = useIsMobile();
  const [isOpen, setOpen] = useState(false);
  useKeys({ '?': () => setOpen(true) });
  return (
    <>
      {!isMobile && (
        <Tooltip text="Keyboard shortcuts (?)">
          <Button type="text" icon={<KeyboardIcon />} aria-label="Keyboard shortcuts" onClick={() => setOpen(true)} />
        </Tooltip>
      )}
      {isOpen && (
        <Dialog title="Keyboard shortcuts" width={720} isLong onClose={() => setOpen(false)}>
          <div className={styles['keys']}>
            {Object.entries(KEYS).map(([group, keys]) => (
              <section key={group}>
                <h3>{group}</h3>
                <dl>
                  {keys.map(([key, action]) => (
                    <div key={key}>
                      <dt>
                        <kbd>{key}</kbd>
                      </dt>
                      <dd>{action}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}
