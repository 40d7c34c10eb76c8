import { Flex, Typography } from 'antd';
import { use, type ReactNode } from 'react';
import { BrandName } from './brand-name';

interface PageHeaderProps {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
}

/** From this many characters on, the actions make way for the title. */
const LONG_TITLE = 40;

/** Title of a page, which also names the browser tab, with its actions beside it (below it on a phone, or where it is long). */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  const brandName = use(BrandName);
  return (
    <Flex component="header" wrap justify="space-between" align="center" gap={16} style={{ marginBottom: 24 }}>
      <title>{`${title} · ${brandName}`}</title>
      <div style={{ flex: `1 1 ${title.length < LONG_TITLE ? '200px' : 'min(100%, 600px)'}`, minWidth: 0 }}>
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
