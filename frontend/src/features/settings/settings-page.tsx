import { useQuery } from '@tanstack/react-query';
import { Card, Flex, Skeleton } from 'antd';
import { Loading } from '../../components/loading';
import { LoadFailed } from '../../components/load-failed';
import { PageHeader } from '../../components/page-header';
import { BrandingCard } from './branding-card';
import { PasswordCard } from './password-card';
import { settingsQuery } from './settings.api';
import { TeamCard } from './team-card';

/** The platform's branding, the team, and one's own password. */
export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" subtitle="Manage platform branding and appearance settings" />
      <Flex vertical gap={24} style={{ maxWidth: 880 }}>
        <Branding />
        <TeamCard />
        <PasswordCard />
      </Flex>
    </>
  );
}

function Branding() {
  const { data, error, refetch } = useQuery(settingsQuery);
  if (data) return <BrandingCard settings={data} />;
  if (error) {
    return <LoadFailed error={error} onRetry={() => void refetch()} title="The settings could not be loaded" />;
  }
  return (
    <Loading label="Loading the settings">
      <Card>
        <Skeleton active paragraph={{ rows: 6 }} />
      </Card>
    </Loading>
  );
}
