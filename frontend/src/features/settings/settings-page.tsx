import { useQuery } from '@tanstack/react-query';
import { Card, Form, Segmented } from 'antd';
import { LinkButton } from '../../ui/link-button';
import { PageHeader } from '../../ui/page-header';
import { CardSkeleton } from '../../ui/card-skeleton';
import { Loading, QueryView } from '../../ui/placeholders';
import type { Prefetch } from '../../lib/query-client';
import { BrandingCard } from './branding-card';
import { BuiltInWriterNotice } from '../../ui/built-in-writer-notice';
import { NotificationsCard } from './notifications-card';
import { RequirementCard } from './requirement-card';
import styles from './settings.module.css';
import { settingsQuery } from '../../records/settings';
import { MonitorIcon, MoonIcon, SunIcon } from '../../ui/icons';
import { chooseTheme, useThemeChoice, type ThemeChoice } from '../../lib/theme-mode';
import { useCan } from '../../records/permissions';

/** Loads the data that the page shows first. */
export const prefetchSettings: Prefetch = (client) => client.prefetchQuery(settingsQuery);

/** The page `Settings`: the platform's branding, the theme of this browser, and links to further pages. */
export function SettingsPage() {
  const settings = useQuery(settingsQuery);
  const manages = useCan('settings.manage');
  return (
    <>
      <PageHeader title="Settings" subtitle="Manage platform branding and appearance settings" />
      <div className={`column gap-24 ${styles['page']}`}>
        <BuiltInWriterNotice settings={settings.data} />
        {manages && (
          <QueryView
            query={settings}
            failed="The settings could not be loaded"
            loading={
              <Loading label="Loading the settings">
                <CardSkeleton rows={6} />
              </Loading>
            }
          >
            {(loaded) => <BrandingCard settings={loaded} />}
          </QueryView>
        )}
        <AppearanceCard />
        <MailCard />
        <NotificationsCard />
        <TeamCard />
        <RequirementCard />
        <ApiKeysCard />
        <AuditCard />
        <YouCard />
      </div>
    </>
  );
}

/** The card `Mail`, which leads to the outbox. */
function MailCard() {
  return (
    <Card title={<h2 className="as-text">Mail</h2>} extra={<LinkButton to="/settings/mail">Open Mail</LinkButton>}>
      Whether mails can be sent, what they look like in each language, and what was sent.
    </Card>
  );
}

/** The card `You`, which leads to the own password, second factor and sessions. */
function YouCard() {
  return (
    <Card title={<h2 className="as-text">You</h2>} extra={<LinkButton to="/settings/you">Open You</LinkButton>}>
      Your name, your password, your second factor, and the browsers in which you are signed in.
    </Card>
  );
}

/** The card `API keys`, which leads to the keys of programs. */
function ApiKeysCard() {
  if (!useCan('key.use')) return null;
  return (
    <Card
      title={<h2 className="as-text">API keys</h2>}
      extra={<LinkButton to="/settings/api-keys">Open API Keys</LinkButton>}
    >
      Keys for programs of yours, which upload photos or read what clients decided.
    </Card>
  );
}

/** The card `Audit log`, which leads to what the team did. */
function AuditCard() {
  if (!useCan('audit.read')) return null;
  return (
    <Card
      title={<h2 className="as-text">Audit log</h2>}
      extra={<LinkButton to="/settings/audit">Open Audit Log</LinkButton>}
    >
      Who signed in, and who changed the team, settings, keys and links, delivered or deleted something.
    </Card>
  );
}

/** The card `Team`, which leads to the members of staff. */
function TeamCard() {
  return (
    <Card title={<h2 className="as-text">Team</h2>} extra={<LinkButton to="/settings/team">Open Team</LinkButton>}>
      Who works here, what they may do, and for which agencies and clients.
    </Card>
  );
}

/** The card `Appearance`: the theme in this browser. */
function AppearanceCard() {
  const choice = useThemeChoice();
  return (
    <Card title={<h2 className="as-text">Appearance</h2>}>
      <Form.Item layout="vertical" label="Theme" extra="For you, in this browser." style={{ marginBottom: 0 }}>
        <Segmented<ThemeChoice> aria-label="Theme" value={choice} onChange={chooseTheme} options={OPTIONS} />
      </Form.Item>
    </Card>
  );
}

const OPTIONS = [
  { value: 'light' as const, label: 'Light', icon: <SunIcon /> },
  { value: 'dark' as const, label: 'Dark', icon: <MoonIcon /> },
  { value: 'system' as const, label: 'System', icon: <MonitorIcon /> },
];
