import { EditOutlined, GlobalOutlined, WarningOutlined } from '../../components/icons';
import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { Button, Flex, theme, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { RelativeTime } from '../../components/relative-time';
import { readable } from '../../lib/contrast';
import { Note } from './note';
import { wizardDrafts, wizardPath } from './wizard-draft-storage';

/** Says that the wizard is not finished, and goes on with it. */
export function DraftNotice({ optimization: { id, status } }: { optimization: OptimizationView }) {
  const navigate = useNavigate();
  if (status !== 'draft') return null;
  const goOn = () => {
    wizardDrafts.keep(id, wizardDrafts.stepOf(id) ?? 0);
    return navigate(wizardPath(id));
  };
  return (
    <Note
      role="note"
      type="warning"
      title="This optimization is a draft"
      description={
        <Flex wrap align="center" gap="small">
          <span style={{ flex: '1 1 240px' }}>
            Its wizard is not finished: what is on the profile now may be missing here.
          </span>
          <Button icon={<EditOutlined />} onClick={() => void goOn()}>
            Continue the wizard
          </Button>
        </Flex>
      }
    />
  );
}

/** Whether the client's website was read to ground the suggestions, or why not. */
export function WebsiteNote({ optimization: { website, websiteScan } }: { optimization: OptimizationView }) {
  if (!website) return <Line>No website on record: the suggestions rest on the business details alone.</Line>;
  if (websiteScan?.url !== website) {
    return <Line>The website {linkTo(website)} is read with the next generation.</Line>;
  }
  if (websiteScan.state === 'failed') {
    return (
      <Line isWarning>
        {websiteScan.note} ({linkTo(website)})
      </Line>
    );
  }
  return (
    <Line>
      The website {linkTo(website)} was read <RelativeTime date={websiteScan.at} />.
    </Line>
  );
}

function Line({ isWarning, children }: { isWarning?: true; children: ReactNode }) {
  const { token } = theme.useToken();
  const Icon = isWarning ? WarningOutlined : GlobalOutlined;
  const color = isWarning ? readable(token.colorWarningText, token.colorBgLayout) : token.colorTextSecondary;
  return (
    <Flex gap="small" align="baseline" style={{ color }}>
      <Icon aria-hidden />
      <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>{children}</span>
    </Flex>
  );
}

function linkTo(website: string) {
  return (
    <Typography.Link href={website} target="_blank" rel="noreferrer">
      {website.replace(/^https?:\/\/|\/$/gu, '')}
    </Typography.Link>
  );
}
