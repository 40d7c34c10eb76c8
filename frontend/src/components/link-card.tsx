import { Button, Card, Flex, Input } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
import { CopyButton } from './copy-button';
import { ExternalLinkIcon } from './icons';

interface LinkCardProps {
  title: string;
  url: string;
  openText: string;
  /** Shown next to the title. */
  extra?: ReactNode;
  onCopied: () => void;
  onOpen?: () => void;
  style?: CSSProperties;
}

/** A link for the client, to be copied or opened. */
export function LinkCard({ title, url, openText, extra, onCopied, onOpen, style }: LinkCardProps) {
  return (
    <Card size="small" title={title} extra={extra} style={style}>
      <Flex wrap gap="small">
        <Input
          readOnly
          value={url}
          title={url}
          aria-label={title[0] + title.slice(1).toLowerCase()}
          onFocus={(event) => event.target.select()}
          style={{ flex: '1 1 260px' }}
        />
        <CopyButton text={url} onCopied={onCopied} />
        <Button icon={<ExternalLinkIcon />} href={url} target="_blank" rel="noopener" onClick={onOpen}>
          {openText}
        </Button>
      </Flex>
    </Card>
  );
}
