import { ExportOutlined } from '../../components/icons';
import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { Button, Card, Flex, Input } from 'antd';
import { CopyButton } from '../../components/copy-button';
import { toast } from '../../lib/toast';
import { previewLink } from './optimizations.api';

/** The link under which the client reviews the suggestions. */
export function PreviewLinkCard({ optimization }: { optimization: OptimizationView }) {
  const url = previewLink(optimization);
  return (
    <Card size="small" title="Public Preview Link">
      <Flex wrap gap="small">
        <Input
          readOnly
          value={url}
          title={url}
          aria-label="Public preview link"
          onFocus={(event) => event.target.select()}
          style={{ flex: '1 1 260px' }}
        />
        <CopyButton
          text={url}
          onCopied={() => toast.success('Link copied!', 'Public preview link has been copied to clipboard')}
        />
        <Button icon={<ExportOutlined />} href={url} target="_blank" rel="noopener">
          Open Preview
        </Button>
      </Flex>
    </Card>
  );
}
