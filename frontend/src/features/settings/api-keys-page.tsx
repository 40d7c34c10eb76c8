import type { ApiKeyView } from '@gmb-moments/backend/contract/api-keys';
import { Button } from 'antd';
import { useState } from 'react';
import type { Prefetch } from '../../lib/query-client';
import { apiKeysQuery } from '../../records/api-keys';
import { PlusIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { ApiKeyList } from './api-key-list';
import styles from './api-keys.module.css';
import { NewApiKeyDialog } from './new-api-key-dialog';
import { RenameApiKeyDialog } from './rename-api-key-dialog';

/** Loads the data that the page shows first. */
export const prefetchApiKeys: Prefetch = (client) => client.prefetchQuery(apiKeysQuery);

/** The keys of programs that act for members of staff: the own ones, for admins those of all. */
export function ApiKeysPage() {
  const [dialog, setDialog] = useState<'new' | ApiKeyView | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <PageHeader
        title="API keys"
        parent={{ title: 'Settings', path: '/settings' }}
        subtitle="A program with a key acts for its owner, and never may more than they may."
        actions={
          <Button type="primary" icon={<PlusIcon />} onClick={() => setDialog('new')}>
            Create API Key
          </Button>
        }
      />
      <ApiKeyList onRename={setDialog} />
      <p className={`muted small ${styles['note']}`}>
        What programs can do here, with examples to try, is in the{' '}
        <a href="/api/docs" target="_blank" rel="noreferrer">
          API documents
        </a>
        . A key that is revoked ends at once.
      </p>
      {dialog === 'new' && <NewApiKeyDialog onClose={close} />}
      {dialog && dialog !== 'new' && <RenameApiKeyDialog apiKey={dialog} onClose={close} />}
    </>
  );
}
