import { FEEDBACK_MAX } from '@gmb-moments/backend/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useId, type ComponentType, type FormEvent } from 'react';
import { useTranslator } from '../../../lib/texts/translator';
import { Button } from './card';
import styles from './finish.module.css';
import { Icon } from './icon';
import type { ReviewItem } from './review-item';
import shell from './shell.module.css';
import { showCard } from './show-card';

export interface FinishProps<Item> {
  items: Item[];
  /** Whether somebody reported in this round that they are done. */
  isDone: boolean;
  agency: string;
  /** The typed note. The page holds it, because this component is mounted elsewhere after the last decision. */
  note: string;
  onNote: (note: string) => void;
  /** Reports to the team; `''` for no note. */
  onDone: (note: string) => Promise<void>;
  /** A small picture of an item. */
  Picture?: ComponentType<{ item: Item }>;
}

/**
 * A summary of the decisions once all items are decided, and the form that tells the team that the reviewer is done.
 */
export function Finish<Item extends ReviewItem>({ items, isDone, agency, Picture, ...form }: FinishProps<Item>) {
  const t = useTranslator();
  const approved = items.filter(({ status }) => status === 'approved');
  const rejected = items.filter(({ status }) => status === 'rejected');
  const left = items.length - approved.length - rejected.length;
  if (approved.length + rejected.length === 0) return null;
  return (
    <section className={`stack gap-16 ${styles.finish}`} aria-label={t.text('finish.title')}>
      {left === 0 && (
        <div className={`frame divided ${styles.list}`}>
          {approved.length > 0 && (
            <div>
              <h3 className="row semibold gap-8">
                <Icon name="check" /> {t.text('finish.approved', { n: approved.length })}
              </h3>
              {Picture && (
                <div className={`flex wrap gap-4 ${styles.pictures}`}>
                  {approved.map((item) => (
                    <Picture key={item.id} item={item} />
                  ))}
                </div>
              )}
            </div>
          )}
          {rejected.length > 0 && (
            <div>
              <h3 className="row semibold gap-8">
                <Icon name="cross" /> {t.text('finish.rejected', { n: rejected.length })}
              </h3>
              <ul>
                {rejected.map((item) => (
                  <li key={item.id}>
                    <button type="button" className="row wide gap-12" onClick={() => showCard(item)}>
                      {Picture && <Picture item={item} />}
                      <span className="grow anywhere">
                        {item.name}
                        <q className="block medium rejected" dir="auto">
                          {item.feedback}
                        </q>
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
        <output className="row gap-8">
          <Icon name="check" size={16} /> {t.text('finish.received', { agency })}
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
  const t = useTranslator();
  const id = useId();
  const done = useMutation({ mutationFn: onDone });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    done.mutate(note.trim());
  };
  return (
    <form className="stack gap-8" onSubmit={submit}>
      <label className="muted" htmlFor={id}>
        <span className="ink semibold">{t.text('finish.more')}</span> {t.text('optional')}
      </label>
      <textarea
        id={id}
        className={shell.field}
        rows={3}
        maxLength={FEEDBACK_MAX}
        dir="auto"
        value={note}
        onChange={({ target }) => onNote(target.value)}
        placeholder={t.text('finish.example')}
      />
      {done.isError && (
        <p role="alert" className="muted">
          {t.reasonOf(done.error)}
        </p>
      )}
      <Button variant={left === 0 ? 'brand' : undefined} type="submit" disabled={done.isPending}>
        {t.text('finish.done')}
      </Button>
      <p className="muted">{t.text(left === 0 ? 'finish.all' : 'finish.some', { agency, n: left })}</p>
    </form>
  );
}
