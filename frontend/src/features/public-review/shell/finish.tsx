import { FEEDBACK_MAX } from '@gmb-moments/backend/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useId, type ComponentType, type FormEvent } from 'react';
import { reasonOf } from '../../../lib/http';
import { Button } from './card';
import styles from './finish.module.css';
import { Icon } from './icon';
import type { Reviewed } from './reviewed';
import { showCard } from './show-card';

export interface FinishProps<Item> {
  items: Item[];
  /** Whether somebody said in this round that they are done. */
  isDone: boolean;
  agency: string;
  /** What is typed for the team, kept by the page, where this moves when the last decision comes. */
  note: string;
  onNote: (note: string) => void;
  /** Tells the team; `''` for no note. */
  onDone: (note: string) => Promise<void>;
  /** A small picture of an item. */
  Picture?: ComponentType<{ item: Item }>;
}

/** What was decided, once nothing is left, and how the reviewer tells the team that they are done. */
export function Finish<Item extends Reviewed>({ items, isDone, agency, Picture, ...form }: FinishProps<Item>) {
  const approved = items.filter(({ status }) => status === 'approved');
  const rejected = items.filter(({ status }) => status === 'rejected');
  const left = items.length - approved.length - rejected.length;
  if (approved.length + rejected.length === 0) return null;
  return (
    <section className={styles.finish} aria-label="What you decided">
      {left === 0 && (
        <div className={styles.list}>
          {approved.length > 0 && (
            <div>
              <h3>
                <Icon name="check" /> {approved.length} approved
              </h3>
              {Picture && (
                <div className={styles.pictures}>
                  {approved.map((item) => (
                    <Picture key={item.id} item={item} />
                  ))}
                </div>
              )}
            </div>
          )}
          {rejected.length > 0 && (
            <div>
              <h3>
                <Icon name="cross" /> {rejected.length} to be changed
              </h3>
              <ul>
                {rejected.map((item) => (
                  <li key={item.id}>
                    <button type="button" onClick={() => showCard(item)}>
                      {Picture && <Picture item={item} />}
                      <span>
                        {item.name}
                        <q>{item.feedback}</q>
                      </span>
                      <Icon name="next" size={16} />
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      )}
      {isDone ? (
        <output className={styles.told}>
          <Icon name="check" size={16} /> {agency} knows that you are done.
        </output>
      ) : (
        <DoneForm left={left} agency={agency} {...form} />
      )}
    </section>
  );
}

interface DoneFormProps extends Pick<FinishProps<never>, 'agency' | 'note' | 'onNote' | 'onDone'> {
  left: number;
}

function DoneForm({ left, agency, note, onNote, onDone }: DoneFormProps) {
  const id = useId();
  const done = useMutation({ mutationFn: onDone });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    done.mutate(note.trim());
  };
  return (
    <form className={styles.done} onSubmit={submit}>
      <label htmlFor={id}>
        Anything else? <span>optional</span>
      </label>
      <textarea
        id={id}
        rows={3}
        maxLength={FEEDBACK_MAX}
        value={note}
        onChange={({ target }) => onNote(target.value)}
        placeholder="A wish for the next photos, a date to know"
      />
      {done.isError && <p role="alert">{reasonOf(done.error)}</p>}
      <Button look={left === 0 ? 'brand' : undefined} type="submit" disabled={done.isPending}>
        I’m done
      </Button>
      <p>
        {left === 0
          ? `Tells ${agency} that they can go on.`
          : `Tells ${agency} to go on with what you decided. You can decide on the other ${left} later.`}
      </p>
    </form>
  );
}
