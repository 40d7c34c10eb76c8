import { REMINDERS_MAX } from '@gmb-moments/backend/contract/limits';
import { useId } from 'react';
import styles from './share-dialog.module.css';
import { countText } from '../../lib/count-text';

const OFFERED = [1, 3, 5];

interface Props {
  days: number[];
  /** The days that can be chosen, in addition to the chosen ones. */
  offered?: number[];
  disabled?: boolean;
  onChange: (days: number[]) => void;
}

/** Chooses after how many days reviewers with undecided items are reminded by mail; no day means no reminders. */
export function ReminderDays({ days, offered = OFFERED, disabled, onChange }: Props) {
  const id = useId();
  const all = [...new Set([...offered, ...days])].toSorted((a, b) => a - b);
  return (
    <div role="group" aria-labelledby={id} className={`row wrap muted ${styles['option']}`}>
      <span id={id}>
        <strong className="ink strong">Remind</strong> {days.length > 0 ? 'until all is decided, at 10:00' : 'never'}
      </span>
      <span className={`flex wrap ${styles['days']}`}>
        {all.map((day) => (
          <label key={day} className={`inline gap-6 ${styles['day']}`}>
            <input
              type="checkbox"
              checked={days.includes(day)}
              disabled={disabled || (!days.includes(day) && days.length >= REMINDERS_MAX)}
              onChange={({ target }) =>
                onChange(target.checked ? [...days, day] : days.filter((other) => other !== day))
              }
            />
            {countText(day, 'day')}
          </label>
        ))}
      </span>
    </div>
  );
}
