import { CheckCircleOutlined, ClockCircleOutlined, PictureOutlined, TeamOutlined } from '../../components/icons';
import { Card, Flex, Skeleton, theme } from 'antd';
import type { ReactNode } from 'react';

/** A number that may still be loading or have failed to. */
interface Count {
  data: number | undefined;
  isError: boolean;
}

interface StatCardsProps {
  clients: Count;
  pending: Count;
  generated: Count;
  approved: Count;
}

const NUMBER = new Intl.NumberFormat('en');

/** The four numbers of the dashboard. */
export function StatCards({ clients, pending, generated, approved }: StatCardsProps) {
  const active: Count = {
    data: pending.data === undefined || generated.data === undefined ? undefined : pending.data + generated.data,
    isError: pending.isError || generated.isError,
  };
  return (
    <div
      style={{
        display: 'grid',
        gap: 16,
        gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
        marginBottom: 16,
      }}
    >
      <StatCard title="Total Clients" count={clients} icon={<TeamOutlined />} />
      <StatCard title="Active Moments" count={active} icon={<PictureOutlined />} />
      <StatCard title="Pending Approval" count={pending} icon={<ClockCircleOutlined />} />
      <StatCard title="Approved" count={approved} icon={<CheckCircleOutlined />} />
    </div>
  );
}

function StatCard({ title, count, icon }: { title: string; count: Count; icon: ReactNode }) {
  const { token } = theme.useToken();
  return (
    <section aria-label={title}>
      <Card style={{ height: '100%' }} styles={{ body: { padding: 16 } }}>
        <Flex justify="space-between" gap={8} style={{ color: token.colorTextSecondary }}>
          <span>{title}</span>
          <span aria-hidden>{icon}</span>
        </Flex>
        <div style={{ fontSize: 30, height: 40, lineHeight: '40px', fontWeight: 600, marginTop: 4 }}>
          {count.data === undefined ? (
            count.isError ? (
              '—'
            ) : (
              <Skeleton.Button active size="small" style={{ verticalAlign: 'middle' }} />
            )
          ) : (
            NUMBER.format(count.data)
          )}
        </div>
      </Card>
    </section>
  );
}
