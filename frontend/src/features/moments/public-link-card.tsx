import { ExportOutlined } from '../../components/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { Button, Card, Flex, Input, Typography } from 'antd';
import { CopyButton } from '../../components/copy-button';
import { RelativeTime } from '../../components/relative-time';
import { reasonOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { momentQuery, publicLink, shareMoment } from './moments.api';

/** The link for the client. Copying or opening it counts as sharing the moment. */
export function PublicLinkCard({ moment }: { moment: MomentView }) {
  const client = useQueryClient();
  const url = publicLink(moment);
  const share = useMutation({
    mutationFn: () => shareMoment(moment.id),
    onSuccess: () => client.invalidateQueries({ queryKey: momentQuery(moment.id).queryKey, exact: true }),
    onError: (error) => toast.error('Error', reasonOf(error)),
  });
  return (
    <Card size="small" title="Public Link" extra={<Shared at={moment.sharedAt} />} style={{ marginBottom: 24 }}>
      <Flex wrap gap="small">
        <Input
          readOnly
          value={url}
          title={url}
          aria-label="Public link"
          onFocus={(event) => event.target.select()}
          style={{ flex: '1 1 260px' }}
        />
        <CopyButton
          text={url}
          onCopied={() => {
            toast.success('Copied');
            share.mutate();
          }}
        />
        <Button icon={<ExportOutlined />} href={url} target="_blank" rel="noopener" onClick={() => share.mutate()}>
          Open
        </Button>
      </Flex>
    </Card>
  );
}

function Shared({ at }: { at: string | null }) {
  return (
    <Typography.Text type="secondary" style={{ fontWeight: 'normal' }}>
      {at ? (
        <>
          Shared <RelativeTime date={at} />
        </>
      ) : (
        'Not shared yet'
      )}
    </Typography.Text>
  );
}
