import { textOn } from '@gmb-moments/backend/contract/contrast';
import styles from './marks.module.css';

/** The initial of a record's name in a coloured or grey box, beside the name. */
export function RecordInitial({ name, color }: { name: string; color?: string | undefined }) {
  return (
    <span
      aria-hidden
      className={`centered no-shrink muted sunken ${styles['mark']}`}
      style={color ? { background: color, color: textOn(color) } : undefined}
    >
      {[...name][0]?.toUpperCase()}
    </span>
  );
}
