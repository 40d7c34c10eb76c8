import { Button } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog';
import { KeyboardIcon } from '../../ui/icons';
import { KeyList } from '../../ui/key-list';
import { Tooltip } from '../../ui/tooltip';
import { useKeys, withKey } from '../../lib/keys';
import { useIsMobile } from '../../lib/media';
import { KEY_GROUPS, KEYS } from './moment-keys';
import styles from './moment-page.module.css';

/** Lists the keys of the page; `?` opens it as well, also where a narrow page has no room for the button. */
export function KeysButton() {
  const isMobile = useIsMobile();
  const [isOpen, setOpen] = useState(false);
  useKeys(KEYS, { list: () => setOpen(true) });
  return (
    <>
      {!isMobile && (
        <Tooltip text={withKey('Keyboard shortcuts', KEYS.list)}>
          <Button type="text" icon={<KeyboardIcon />} aria-label="Keyboard shortcuts" onClick={() => setOpen(true)} />
        </Tooltip>
      )}
      {isOpen && (
        <Dialog title="Keyboard shortcuts" width={720} isLong onClose={() => setOpen(false)}>
          <div className={styles['keys']}>
            {Object.entries(KEY_GROUPS).map(([group, keys]) => (
              <section key={group}>
                <h3>{group}</h3>
                <KeyList keys={keys} say={(does) => does} />
              </section>
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}
