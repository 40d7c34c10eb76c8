import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { MOMENT_ROWS_OF_CLIENT } from '../../features/moments/moment-rows';
import { OPTIMIZATION_ROWS_OF_CLIENT } from '../../features/optimizations/optimization-rows';
import type { Page } from '../../lib/http';
import { momentListQuery } from '../../records/moments';
import { optimizationListQuery } from '../../records/optimizations';
import { PlusIcon } from '../../ui/icons';
import { LinkButton } from '../../ui/link-button';
import { EmptyState, Loading, QueryView } from '../../ui/placeholders';
import { RecordRows, RowSkeletons } from '../../ui/record-rows';
import styles from './client-page.module.css';
import { useCan } from '../../records/permissions';

/** Number of moments on the client's page. */
export const ROWS_SHOWN = 5;

/** Number of optimizations on the client's page; no business has as many profiles. */
const OPTIMIZATIONS_MAX = 20;

/** The newest moments of a client. */
export function ClientMoments({ clientId }: { clientId: string }) {
  const canCreate = useCan('review.edit');
  return (
    <ClientSection
      title="Moments"
      name="moments"
      query={useQuery(momentListQuery({ clientId, sort: '-createdAt', limit: ROWS_SHOWN, offset: 0 }))}
      action={
        canCreate && (
          <LinkButton type="primary" icon={<PlusIcon />} to={`/moments/create?clientId=${clientId}`}>
            Create Package
          </LinkButton>
        )
      }
      hint="A moment is a package of photos for this client to approve."
      all={`/moments?clientId=${clientId}`}
    >
      {(moments) => <RecordRows {...MOMENT_ROWS_OF_CLIENT} items={moments} />}
    </ClientSection>
  );
}

/** The GMB optimizations of a client. */
export function ClientOptimizations({ clientId }: { clientId: string }) {
  const canCreate = useCan('review.edit');
  return (
    <ClientSection
      title="GMB Optimizations"
      name="GMB optimizations"
      query={useQuery(optimizationListQuery({ clientId, limit: OPTIMIZATIONS_MAX, offset: 0 }))}
      action={
        canCreate && (
          <LinkButton icon={<PlusIcon />} to={`/gmb-optimizations/create?clientId=${clientId}`}>
            Create GMB Optimization
          </LinkButton>
        )
      }
      hint="An optimization suggests better texts for this client’s Google Business Profile."
    >
      {(optimizations) => <RecordRows {...OPTIMIZATION_ROWS_OF_CLIENT} items={optimizations} />}
    </ClientSection>
  );
}

interface ClientSectionProps<Item> {
  title: string;
  /** Name of the records in sentences: `moments`. */
  name: string;
  query: UseQueryResult<Page<Item>>;
  /** The button that creates a record; falsy without the permission. */
  action: ReactNode;
  /** An explanation of such records, shown if there are none. */
  hint: string;
  /** Path of the complete list, linked if there are more records. */
  all?: string;
  children: (items: Item[]) => ReactNode;
}

/** A section with the newest records of one kind, and a button that creates one. */
function ClientSection<Item>({ title, name, query, action, hint, all, children }: ClientSectionProps<Item>) {
  const id = `client-${name.replaceAll(' ', '-')}`;
  return (
    <section aria-labelledby={id}>
      <div className={`row wrap between ${styles['sectionHead']}`}>
        <h2 id={id} className="heading">
          {title}
        </h2>
        {action}
      </div>
      <QueryView
        query={query}
        failed={`The ${name} could not be loaded`}
        loading={
          <Loading label={`Loading ${name}`}>
            <RowSkeletons count={ROWS_SHOWN} />
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
