import type { Prefetch } from '../../lib/query-client';
import { sessionsQuery } from '../../records/sessions';
import { useSingleSignOn } from '../../records/single-sign-on';
import { PageHeader } from '../../ui/page-header';
import { FactorsCard } from './factors-card';
import { NameCard } from './name-card';
import { PasswordCard } from './password-card';
import { ProviderCard } from './provider-card';
import { SessionsCard } from './sessions-card';
import styles from './settings.module.css';

/** Loads the data that the page shows first. */
export const prefetchYou: Prefetch = (client) => client.prefetchQuery(sessionsQuery);

/** The page `You`: the own name, password, second factors and sessions. */
export function YouPage() {
  const singleSignOn = useSingleSignOn();
  return (
    <>
      <PageHeader
        title="You"
        parent={{ title: 'Settings', path: '/settings' }}
        subtitle="Your name, how you sign in, and where you are signed in"
      />
      <div className={`column gap-24 ${styles['page']}`}>
        <NameCard />
        {singleSignOn?.isOnly ? (
          <ProviderCard name={singleSignOn.name} />
        ) : (
          <>
            <PasswordCard />
            <FactorsCard />
          </>
        )}
        <SessionsCard />
      </div>
    </>
  );
}
