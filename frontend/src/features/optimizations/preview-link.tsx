import type { OptimizationDetail, OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { Button, Card, Flex, Input } from 'antd';
import { CopyButton } from '../../ui/copy-button';
import { ExternalLinkIcon } from '../../ui/icons';
import { RelativeTime } from '../../ui/relative-time';
import { OptimizationSharing } from './optimization-sharing';
import styles from './optimization.module.css';
import { useShare } from './use-share';

/** The link for the client, to be copied or opened. */
export function PreviewLink({ detail }: { detail: OptimizationDetail }) {
  const { optimization } = detail;
  const { url, onCopied, onOpen } = useShare(optimization);
  return (
    <Card size="small" title="Public Preview Link" extra={<Shared {...optimization} />} styles={HEADER}>
      <Flex wrap gap="small">
        <Input
          readOnly
          value={url}
          title={url}
          aria-label="Public preview link"
          onFocus={(event) => event.target.select()}
          style={{ flex: '1 1 260px' }}
        />
        <CopyButton text={url} onCopied={onCopied} />
        <Button icon={<ExternalLinkIcon />} href={url} target="_blank" rel="noopener" onClick={onOpen}>
          Open Preview
        </Button>
        <OptimizationSharing detail={detail} />
      </Flex>
    </Card>
  );
}

// On a narrow phone the text beside the title wraps; the title does not.
const HEADER = {
  title: { flex: 'none' },
  extra: { flex: '0 1 auto', paddingInlineStart: 12, textAlign: 'end' },
} as const;

function Shared({ sharedAt, openedAt }: Pick<OptimizationView, 'sharedAt' | 'openedAt'>) {
  return (
    <span className={`muted small ${styles['shared']}`}>
      {sharedAt ? (
        <>
          Shared <RelativeTime date={sharedAt} />
        </>
      ) : (
        'Not shared yet'
      )}
      {openedAt && (
        <>
          {' · Opened '}
          <RelativeTime date={openedAt} />
        </>
      )}
      {sharedAt && !openedAt && ' · Not opened yet'}
    </span>
  );
}
