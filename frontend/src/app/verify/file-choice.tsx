import { useId, useState, type ChangeEvent } from 'react';
import { Icon } from '../../features/public-review/shell/icon';
import shell from '../../features/public-review/shell/shell.module.css';
import styles from './verify.module.css';

interface FileChoiceProps {
  label: string;
  hint: string;
  /** Name of the file that was chosen. */
  chosen?: string | undefined;
  accept?: string;
  multiple?: boolean;
  /** At least one. */
  onChoose: (files: File[]) => void;
}

/** A box that files are dropped on, or chosen with. */
export function FileChoice({ label, hint, chosen, accept, multiple, onChoose }: FileChoiceProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // The same file can be chosen again after it was changed.
    target.value = '';
    setOver(false);
    if (files.length > 0) onChoose(files);
  };
  return (
    <div className={`flex relative gap-12 ${styles.choice}`} data-over={isOver || undefined}>
      <Icon name={multiple ? 'picture' : 'checks'} />
      <div className="grid shrink">
        <label className="semibold" htmlFor={id}>
          {label}
        </label>
        {chosen && <bdi className={styles.chosen}>{chosen}</bdi>}
        <p id={`${id}-hint`} className={shell.muted}>
          {hint}
        </p>
      </div>
      {/* It lies over the box, so that it takes what is dropped there. */}
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-describedby={`${id}-hint`}
        onChange={choose}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
      />
    </div>
  );
}
