import { messageFor } from '@gmb-moments/backend/contract/share-message';
import { useState } from 'react';
import { NativeSelect } from '../../ui/native-select';
import { LinkIcon } from '../../ui/icons';
import type { ShareRow } from './share-draft';
import styles from './share-dialog.module.css';
import { untranslatedFor } from './share-text';

/** A preview of the message to a reviewer. */
export function SharePreview({ rows, message }: { rows: ShareRow[]; message: string }) {
  const [chosen, setChosen] = useState('');
  const shown = rows.find(({ reviewer }) => reviewer.id === chosen) ?? rows[0];
  const asWritten = shown && untranslatedFor(shown.reviewer, message);
  return (
    <section aria-label="Preview" className={`grid shrink sunken gap-12 ${styles['preview']}`}>
      <div className={`row between gap-8 ${styles['as']}`}>
        <h3 className="label">Preview</h3>
        {rows.length > 1 && (
          <NativeSelect
            aria-label="As this reviewer"
            value={shown!.reviewer.id}
            options={rows.map(({ reviewer }) => ({ value: reviewer.id, label: `as ${reviewer.name}` }))}
            style={{ maxWidth: '70%' }}
            onChange={setChosen}
          />
        )}
      </div>
      {shown ? (
        <>
          {asWritten && <p className="muted small">Sent as written to {asWritten}</p>}
          <div className={`box anywhere pre-line surface ${styles['text']}`}>
            <p dir="auto">{messageFor(shown.reviewer, message.trim())}</p>
            <p className={`muted ${styles['address']}`}>
              {shown.link?.address ?? (
                <>
                  <LinkIcon /> <span>Link of {shown.reviewer.name}</span>
                </>
              )}
            </p>
          </div>
        </>
      ) : (
        <p className="muted">Add a reviewer to see what they get.</p>
      )}
    </section>
  );
}
