import type { MemberView } from '@gmb-moments/backend/contract/auth';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Tag } from 'antd';
import { use } from 'react';
import { countText } from '../../lib/count-text';
import { StaffMember } from '../../records/permissions';
import { ROLE_WORDS, scopeWords, teamQuery } from '../../records/team';
import { LockIcon, ShieldCheckIcon, WarningIcon } from '../../ui/icons';
import { Initials } from '../../ui/initials';
import { Loading, QueryView } from '../../ui/placeholders';
import { RelativeTime } from '../../ui/relative-time';
import { MemberMenu } from './member-menu';
import styles from './team.module.css';

type OnChange = ((member: MemberView) => void) | undefined;

/**
 * The list of members of staff, the oldest first.
 * @param onChange opens the dialog to change role and scope; without it the list is read-only
 */
export function TeamList({ onChange }: { onChange: OnChange }) {
  const self = use(StaffMember);
  return (
    <QueryView
      query={useQuery(teamQuery)}
      failed="The team could not be loaded"
      loading={
        <Loading label="Loading the team">
          <Skeleton active title={false} paragraph={{ rows: 6 }} style={{ paddingBlock: 12 }} />
        </Loading>
      }
    >
      {(team) => {
        const admins = team.filter(({ role }) => role === 'admin').length;
        return (
          <div>
            <div aria-hidden className={`label underlined ${rowClass(onChange)} ${styles['head']}`}>
              <span>Person</span>
              <span>Role</span>
              <span>Scope</span>
              {onChange && <span>Second factor</span>}
              <span>Last seen</span>
            </div>
            <ul aria-label="Members of staff">
              {team.map((member) => (
                <Member
                  key={member.id}
                  member={member}
                  isSelf={member.id === self?.id}
                  isOnlyAdmin={member.role === 'admin' && admins === 1}
                  onChange={onChange}
                />
              ))}
            </ul>
            {team.length === 1 && <p className={`muted ${styles['note']}`}>Nobody else can sign in yet.</p>}
          </div>
        );
      }}
    </QueryView>
  );
}

interface MemberProps {
  member: MemberView;
  isSelf: boolean;
  isOnlyAdmin: boolean;
  onChange: OnChange;
}

function Member({ member, isSelf, isOnlyAdmin, onChange }: MemberProps) {
  const { name, email, role, scope, clientCount } = member;
  const displayName = name || email;
  const { names, more } = scopeWords(scope);
  const responsible = clientCount > 0 ? `responsible for ${countText(clientCount, 'client')}` : '';
  const details = [more, responsible].filter(Boolean).join(', ');
  return (
    <li className={`underlined ${rowClass(onChange)} ${styles['member']}`}>
      <div className={`row shrink gap-12 ${styles['person']}`}>
        <Initials name={displayName} />
        <span className="column shrink anywhere">
          <span className={`row wrap ${styles['name']}`}>
            <bdi className="strong">{displayName}</bdi>
            {isSelf && <Tag style={{ margin: 0 }}>You</Tag>}
          </span>
          {name && <span className="muted small">{email}</span>}
        </span>
      </div>
      <div className={`column ${styles['roleCell']}`}>
        <span className="inline gap-4 medium">
          {isOnlyAdmin && <LockIcon size={14} />}
          {ROLE_WORDS[role].label}
        </span>
        {isOnlyAdmin && <span className="muted small">the only one</span>}
      </div>
      <div className={`column shrink anywhere ${styles['scopeCell']}`}>
        <bdi className="clamp medium">{names}</bdi>
        {details && <span className="muted small">{details}</span>}
      </div>
      {onChange && <FactorCell hasFactor={member.hasSecondFactor ?? false} />}
      <div className={`muted small ${styles['seenCell']}`}>
        {member.lastSeenAt ? (
          <>
            <span className={styles['seenWord']}>Seen </span>
            <RelativeTime date={member.lastSeenAt} />
          </>
        ) : (
          'Not seen yet'
        )}
      </div>
      {onChange && (
        <div className={`row ${styles['actions']}`}>
          {!isOnlyAdmin && (
            <Button type="text" aria-label={`Change access of ${displayName}`} onClick={() => onChange(member)}>
              Change
            </Button>
          )}
          {!isSelf && <MemberMenu member={member} />}
        </div>
      )}
    </li>
  );
}

function FactorCell({ hasFactor }: { hasFactor: boolean }) {
  return (
    <div className={styles['factorCell']}>
      <span className={styles['factorWord']}>Second factor: </span>
      {hasFactor ? (
        <span className="inline gap-4">
          <ShieldCheckIcon size={14} className="approved" />
          Set up
        </span>
      ) : (
        <span className="inline gap-4 pending">
          <WarningIcon size={14} />
          None yet
        </span>
      )}
    </div>
  );
}

/** Returns the class of a row. With `onChange` it has columns for second factors and actions. */
function rowClass(onChange: OnChange): string {
  return `${styles['row']} ${onChange ? styles['managed'] : ''}`;
}
