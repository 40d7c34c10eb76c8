import { useQuery } from '@tanstack/react-query';
import { Flex } from 'antd';
import { PageHeader } from '../../ui/page-header';
import { CardSkeleton } from '../../ui/card-skeleton';
import { Loading, QueryView } from '../../ui/placeholders';
import type { Prefetch } from '../../lib/prefetch';
import { AppearanceCard } from './appearance-card';
import { BrandingCard } from './branding-card';
import { BuiltInWriterNotice } from '../../records/built-in-writer';
import { PasswordCard } from './password-card';
import { settingsQuery } from '../../records/settings';
import { TeamCard } from './team-card';

/** What the page shows first. */
export const prefetchSettings: Prefetch = (client) => client.prefetchQuery(settingsQuery);

/** The platform's branding, one's own theme, the team, and one's own password. */
export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" subtitle="Manage platform branding and appearance settings" />
      <Flex vertical gap={24} style={{ maxWidth: 880 }}>
        <BuiltInWriterNotice />
        <QueryView
          query={useQuery(settingsQuery)}
          failed="The settings could not be loaded"
          loading={
            <Loading label="Loading the settings">
              <CardSkeleton rows={6} />
            </Loading>
          }
        >
          {(settings) => <BrandingCard settings={settings} />}
        </QueryView>
        <AppearanceCard />
        <TeamCard />
        <PasswordCard />
      </Flex>
    </>
  );
}
