import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState, Loading, QueryView } from '../../ui/placeholders';
import { RowSkeletons } from '../../ui/record-rows';
import type { Page } from '../../lib/http';
import styles from './client-page.module.css';

/** Records that are shown on the client's page. */
export const SHOWN = 5;

interface ClientSectionProps<Item> {
  title: string;
  /** Name of the records in sentences: `moments`. */
  name: string;
  query: UseQueryResult<Page<Item>>;
  /** The button that creates one. */
  action: ReactNode;
  /** What such a record is, where there is none. */
  hint: string;
  /** Address of the list of all, where there are more than are shown. */
  all?: string;
  children: (items: Item[]) => ReactNode;
}

/** The newest records of one kind of a client, with the way to a new one. */
export function ClientSection<Item>({ title, name, query, action, hint, all, children }: ClientSectionProps<Item>) {
  const id = `client-${name.replaceAll(' ', '-')}`;
  return (
    <section aria-labelledby={id}>
      <div className={styles['sectionHead']}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      <QueryView
        query={query}
        failed={`The ${name} could not be loaded`}
        loading={
          <Loading label={`Loading ${name}`}>
            <RowSkeletons count={SHOWN} />
          </Loading>
        }
      >
        {({ items, total }) =>
          total === 0 ? (
            <EmptyState text={`No ${name} yet`} hint={hint} />
          ) : (
            <>
              {children(items)}
              {all && total > items.length && (
                <Link to={all} className={styles['all'] ?? ''}>
                  {`Show all ${total} ${name} of this client`}
                </Link>
              )}
            </>
          )
        }
      </QueryView>
    </section>
  );
}
