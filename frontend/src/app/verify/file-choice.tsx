import { useId, useState, type ChangeEvent } from 'react';
import { Icon } from '../../features/public-review/shell/icon';
import shell from '../../features/public-review/shell/shell.module.css';
import styles from './verify.module.css';

interface FileChoiceProps {
  label: string;
  hint: string;
  /** Name of the chosen file. */
  chosen?: string | undefined;
  accept?: string;
  multiple?: boolean;
  /** At least one. */
  onChoose: (files: File[]) => void;
}

/** A drop zone with a file dialog. */
export function FileChoice({ label, hint, chosen, accept, multiple, onChoose }: FileChoiceProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // Otherwise choosing the same file again, after it was changed, would not fire `change`.
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
      {/* Covers the box, so that the browser handles drops itself. */}
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
