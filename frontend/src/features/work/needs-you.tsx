import type { OwnerChoice } from '@gmb-moments/backend/contract/owners';
import type { WorkView } from '@gmb-moments/backend/contract/work';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { OwnerFilter } from '../../ui/owner-filter';
import { EmptyState, Loading, QueryView } from '../../ui/placeholders';
import { useColleagues, useWorkOwner } from '../../records/owners';
import { countOf, workQuery } from '../../records/work';
import { WorkRow } from './work-row';
import styles from './work.module.css';

/** Number of items that are shown before the list is expanded. */
const ITEMS_SHOWN = 8;

/**
 * The list of work that waits for staff, the most urgent first, each with one action. It is updated live.
 * @param isLoading whether to show the skeleton, because other data of the page are still loading
 */
export function NeedsYou({ isLoading = false }: { isLoading?: boolean }) {
  const [owner, setOwner] = useWorkOwner();
  const work = useQuery(workQuery(owner));
  const query = isLoading ? { ...work, data: undefined, error: null } : work;
  return (
    <section aria-labelledby="needs-you" className={`shrink ${styles['needs']}`}>
      <div className={`row between gap-12 ${styles['head']}`}>
        <h2 id="needs-you" className="heading no-shrink">
          Needs you {query.data && <span className="faint numbers count">{countOf(query.data)}</span>}
        </h2>
        <OwnerFilter value={owner} colleagues={useColleagues()} onChange={setOwner} />
      </div>
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
        {(isExpanded) =>
          isExpanded.items.length > 0 ? (
            <WorkList work={isExpanded} />
          ) : (
            <NothingToDo owner={owner} onAll={() => setOwner('all')} />
          )
        }
      </QueryView>
    </section>
  );
}

function NothingToDo({ owner, onAll }: { owner: OwnerChoice; onAll: () => void }) {
  return (
    <div className="frame divided">
      {owner === 'all' ? (
        <EmptyState
          text="Nothing needs you"
          hint="Feedback of your clients, captions that failed and packages to share will stand here."
        />
      ) : (
        <EmptyState
          text={owner === 'mine' ? 'Nothing of yours waits' : 'Nothing of theirs waits'}
          hint="Only clients with this responsible person are shown."
          action={<Button onClick={onAll}>Show All</Button>}
        />
      )}
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
        {items.slice(0, all ? undefined : ITEMS_SHOWN).map((item, index) => (
          <li key={`${item.kind} ${item.subjectId}`}>
            <WorkRow item={item} first={index === 0} />
          </li>
        ))}
      </ul>
      {!all && items.length > ITEMS_SHOWN && (
        <Button type="text" onClick={() => setAll(true)} className={styles['more'] ?? ''}>
          {total > items.length ? `Show the ${items.length} most urgent of ${total}` : `Show all ${total}`}
        </Button>
      )}
    </>
  );
}
