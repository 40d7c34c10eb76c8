import type { WorkView } from '@gmb-moments/backend/contract/work';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { EmptyState, Loading, QueryView } from '../../ui/placeholders';
import { countOf, workQuery } from '../../records/work';
import { WorkRow } from './work-row';
import styles from './work.module.css';

/** Items that are shown before somebody asks for all. */
const SHOWN = 8;

/**
 * What waits for staff, the most urgent first, each with one action; follows what happens elsewhere.
 * @param isLoading whether something else is to be known before it is shown
 */
export function NeedsYou({ isLoading = false }: { isLoading?: boolean }) {
  const work = useQuery(workQuery);
  const query = isLoading ? { ...work, data: undefined, error: null } : work;
  return (
    <section aria-labelledby="needs-you" className={`shrink ${styles['needs']}`}>
      <h2 id="needs-you" className="heading">
        Needs you {query.data && <span className="faint numbers count">{countOf(query.data)}</span>}
      </h2>
      <QueryView
        query={query}
        failed="What needs you could not be loaded"
        loading={
          <Loading label="Loading what needs you">
            <div className="frame divided">
              {Array.from({ length: 4 }, (_none, index) => (
                <div key={index} className={styles['skeleton']} />
              ))}
            </div>
          </Loading>
        }
      >
        {(all) => (all.items.length > 0 ? <WorkList work={all} /> : <NothingToDo />)}
      </QueryView>
    </section>
  );
}

function NothingToDo() {
  return (
    <div className="frame divided">
      <EmptyState
        text="Nothing needs you"
        hint="Feedback of your clients, captions that failed and packages to share will stand here."
      />
    </div>
  );
}

function WorkList({ work }: { work: WorkView }) {
  const [all, setAll] = useState(false);
  const { items } = work;
  const total = countOf(work);
  return (
    <>
      <ul className="frame divided">
        {items.slice(0, all ? undefined : SHOWN).map((item, index) => (
          <li key={`${item.kind} ${item.subjectId}`}>
            <WorkRow item={item} first={index === 0} />
          </li>
        ))}
      </ul>
      {!all && items.length > SHOWN && (
        <Button type="text" onClick={() => setAll(true)} className={styles['more'] ?? ''}>
          {total > items.length ? `Show the ${items.length} most urgent of ${total}` : `Show all ${total}`}
        </Button>
      )}
    </>
  );
}
