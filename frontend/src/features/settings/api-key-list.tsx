import type { ApiKeyView } from '@gmb-moments/backend/contract/api-keys';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Tag } from 'antd';
import { toDay } from '../../lib/days';
import { isNotFound, reasonOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { useToastMutation } from '../../lib/toast-mutation';
import { apiKeysQuery, revokeApiKey } from '../../records/api-keys';
import { useCan } from '../../records/permissions';
import { ROLE_WORDS, scopeWords } from '../../records/team';
import { ConfirmDelete } from '../../ui/confirm-delete';
import { dayInWords } from '../../ui/due-date';
import { EmptyState, Loading, QueryView } from '../../ui/placeholders';
import { RelativeTime } from '../../ui/relative-time';
import styles from './api-keys.module.css';

type OnRename = (key: ApiKeyView) => void;

/** The list of API keys, the newest first. @param onRename opens the dialog to rename a key */
export function ApiKeyList({ onRename }: { onRename: OnRename }) {
  return (
    <QueryView
      query={useQuery(apiKeysQuery)}
      failed="The API keys could not be loaded"
      loading={
        <Loading label="Loading the API keys">
          <Skeleton active title={false} paragraph={{ rows: 4 }} style={{ paddingBlock: 12 }} />
        </Loading>
      }
    >
      {(keys) =>
        keys.length === 0 ? (
          <EmptyState
            text="No API keys yet"
            hint="With a key, a program of yours can upload photos, wait for captions, and read what clients decided."
          />
        ) : (
          <div>
            <div aria-hidden className={`label underlined ${styles['row']} ${styles['head']}`}>
              <span>Key</span>
              <span>Role</span>
              <span>Scope</span>
              <span>Last used</span>
              <span>Expires</span>
            </div>
            <ul aria-label="API keys">
              {keys.map((key) => (
                <ApiKey key={key.id} apiKey={key} onRename={onRename} />
              ))}
            </ul>
          </div>
        )
      }
    </QueryView>
  );
}

function ApiKey({ apiKey, onRename }: { apiKey: ApiKeyView; onRename: OnRename }) {
  const seesAll = useCan('key.manage');
  const { name, owner, role, scope, lastCharacters, lastUsedAt, expiresAt, isExpired } = apiKey;
  const { names, more } = scopeWords(scope);
  return (
    <li className={`underlined ${styles['row']} ${styles['key']}`}>
      <div className={`column shrink anywhere ${styles['nameCell']}`}>
        <span className={`row wrap ${styles['name']}`}>
          <bdi className="strong">{name}</bdi>
          {isExpired && <Tag style={{ margin: 0 }}>Expired</Tag>}
        </span>
        <span className={`flex wrap muted small ${styles['facts']}`}>
          <code>gmb_…{lastCharacters}</code>
          {seesAll && (
            <span>
              of <bdi>{owner.name || owner.email}</bdi>
            </span>
          )}
        </span>
      </div>
      <div className={`medium ${styles['roleCell']}`}>{ROLE_WORDS[role].label}</div>
      <div className={`column shrink anywhere ${styles['scopeCell']}`}>
        <bdi className="clamp medium">{names}</bdi>
        {more && <span className="muted small">{more}</span>}
      </div>
      <div className={`muted small ${styles['usedCell']}`}>
        {lastUsedAt ? (
          <>
            <span className={styles['word']}>Used </span>
            <RelativeTime date={lastUsedAt} />
          </>
        ) : (
          'Not used yet'
        )}
      </div>
      <div className={`muted small ${styles['expiryCell']}`}>
        {expiresAt ? (
          <>
            <span className={styles['word']}>{isExpired ? 'Expired ' : 'Expires '}</span>
            {dayInWords(toDay(new Date(expiresAt)))}
          </>
        ) : (
          <>
            Never<span className={styles['word']}> expires</span>
          </>
        )}
      </div>
      <div className={`row ${styles['actions']}`}>
        <Button type="text" aria-label={`Rename ${name}`} onClick={() => onRename(apiKey)}>
          Rename
        </Button>
        <RevokeApiKey apiKey={apiKey} />
      </div>
    </li>
  );
}

function RevokeApiKey({ apiKey: { id, name } }: { apiKey: ApiKeyView }) {
  const revoke = useToastMutation({
    mutationFn: () => revokeApiKey(id),
    success: ['API key revoked', name],
    failure: (error) => (isNotFound(error) ? null : ['Error', reasonOf(error)]),
    onError: (error) => isNotFound(error) && toast.info('Already revoked', `Somebody else revoked ${name} meanwhile.`),
    refresh: [apiKeysQuery],
  });
  return (
    <ConfirmDelete
      label={`Revoke ${name}`}
      title="Revoke API key?"
      text={`Programs that use ${name} are refused at once, in the middle of downloads and uploads as well.`}
      confirmText="Revoke"
      onConfirm={() => revoke.mutateAsync()}
    />
  );
}
