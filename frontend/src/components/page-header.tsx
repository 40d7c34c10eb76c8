import { DEFAULT_BRAND_NAME } from '@gmb-moments/backend/contract/limits';
import { Flex, Typography } from 'antd';
import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
}

/** Title of a page, which also names the browser tab, with its actions beside it (below it on a phone). */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  return (
    <Flex component="header" wrap justify="space-between" align="center" gap={16} style={{ marginBottom: 24 }}>
      <title>{`${title} · ${DEFAULT_BRAND_NAME}`}</title>
      <div style={{ flex: '1 1 200px', minWidth: 0 }}>
        <Typography.Title level={1} style={{ margin: 0, fontSize: 28, overflowWrap: 'anywhere' }}>
          {title}
        </Typography.Title>
        {subtitle && <Typography.Text type="secondary">{subtitle}</Typography.Text>}
      </div>
      {actions && (
        <Flex wrap gap={8}>
          {actions}
        </Flex>
      )}
    </Flex>
  );
}
