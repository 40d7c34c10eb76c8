import { NAME_MAX } from '@gmb-moments/backend/contract/limits';
import type { ReviewerView } from '@gmb-moments/backend/contract/reviewers';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useId, useState, type KeyboardEvent } from 'react';
import { reasonOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import { Initials } from '../../ui/initials';
import { ClockIcon, CrossIcon, EditIcon, EyeIcon, LinkIcon, UserPlusIcon } from '../../ui/icons';
import { RelativeTime } from '../../ui/relative-time';
import { MailRefusalNote } from './mail-refusal';
import { ownTimeZone, ReviewerDialog } from './reviewer-dialog';
import type { ShareDraft, ShareRow } from './share-draft';
import styles from './share-dialog.module.css';
import { languageName, readReviewer } from './share-text';
import { addReviewer, reviewersQuery } from '../../records/sharing';

interface Props {
  clientId: string;
  /** All reviewers of the client. */
  rows: ShareRow[];
  draft: ShareDraft;
  onChange: (changes: Partial<ShareDraft>) => void;
}

/** The list of reviewers with checkboxes, and what sharing does for each. */
export function ShareRecipients({ clientId, rows, draft, onChange }: Props) {
  const [edited, setEdited] = useState<ReviewerView | null>(null);
  const list = (id: string, isListed: boolean) => onChange({ listed: { ...draft.listed, [id]: isListed } });
  return (
    <section aria-label="Reviewers" className="stack shrink gap-6">
      <h3 className="label">Reviewers</h3>
      <ul className="box divided">
        {rows
          .filter(({ isListed }) => isListed)
          .map((row) => (
            <li key={row.reviewer.id}>
              <Recipient
                row={row}
                onDecide={(may) => onChange({ mayDecide: { ...draft.mayDecide, [row.reviewer.id]: may } })}
                onEdit={() => setEdited(row.reviewer)}
                onRemove={() => list(row.reviewer.id, false)}
              />
            </li>
          ))}
        <li>
          <AddRecipient clientId={clientId} rows={rows} onAdd={(id) => list(id, true)} />
        </li>
      </ul>
      {edited && <ReviewerDialog clientId={clientId} reviewer={edited} onClose={() => setEdited(null)} />}
    </section>
  );
}

interface RecipientProps {
  row: ShareRow;
  onDecide: (may: boolean) => void;
  onEdit: () => void;
  onRemove: () => void;
}

function Recipient({ row: { reviewer, link, mayDecide }, onDecide, onEdit, onRemove }: RecipientProps) {
  const { name, email, language } = reviewer;
  return (
    <div className={styles['row']}>
      <Initials name={name} />
      <div className="grid shrink">
        <span className="anywhere strong">
          <bdi>{name}</bdi>
        </span>
        <span className="anywhere muted small">
          {email || 'No e-mail'}
          {language !== 'en' && ` · ${languageName(language)}`}
        </span>
        <MailRefusalNote reviewer={reviewer} />
      </div>
      <LinkNote link={link} />
      <label className={`row gap-8 ${styles['decide']}`}>
        <input
          type="checkbox"
          aria-label={`${name} may decide`}
          checked={mayDecide}
          onChange={(event) => onDecide(event.target.checked)}
        />
        May decide
      </label>
      <span className={`flex ${styles['rowButtons']}`}>
        <Button type="text" icon={<EditIcon />} aria-label={`Edit ${name}`} title={`Edit ${name}`} onClick={onEdit} />
        <Button
          type="text"
          icon={<CrossIcon />}
          aria-label={`Do not share with ${name}`}
          title="Do not share with this reviewer"
          onClick={onRemove}
        />
      </span>
    </div>
  );
}

/** A note about what sharing does for a reviewer. */
function LinkNote({ link }: Pick<ShareRow, 'link'>) {
  const [tone, Icon, text] = noteOf(link);
  return (
    <span className={`row small gap-6 ${tone} ${styles['note']}`}>
      <Icon />
      <span>{text}</span>
    </span>
  );
}

function noteOf(link: ShareRow['link']) {
  if (!link) return ['muted', LinkIcon, 'Gets a new link'] as const;
  if (link.state === 'revoked') return ['muted', LinkIcon, 'Gets a new link'] as const;
  if (link.state === 'expired') return ['muted', LinkIcon, 'Link has expired'] as const;
  if (!link.firstOpenedAt) return ['pending', ClockIcon, 'Has a link, unopened'] as const;
  return [
    'muted',
    EyeIcon,
    <>
      Opened <RelativeTime date={link.lastSeenAt ?? link.firstOpenedAt} />
    </>,
  ] as const;
}

interface AddProps {
  clientId: string;
  rows: ShareRow[];
  onAdd: (reviewerId: string) => void;
}

/** A field that lists another reviewer of the client, or adds a new one by name or e-mail address. */
function AddRecipient({ clientId, rows, onAdd }: AddProps) {
  const queryClient = useQueryClient();
  const id = useId();
  const [typed, setTyped] = useState('');
  const add = useToastMutation({
    mutationFn: (text: string) => addReviewer(clientId, { ...readReviewer(text), timeZone: ownTimeZone() }),
    failure: () => null,
    onSuccess: (reviewer: ReviewerView) => {
      queryClient.setQueryData(
        reviewersQuery(clientId).queryKey,
        (all) => all && [...all, { ...reviewer, lastSeenAt: null, openLinks: 0 }],
      );
      onAdd(reviewer.id);
      setTyped('');
    },
    refresh: [reviewersQuery(clientId)],
  });
  const unlisted = rows.filter(({ isListed }) => !isListed);
  const submit = () => {
    if (typed.trim() === '' || add.isPending) return;
    const known = findReviewer(rows, typed);
    if (!known) return add.mutate(typed);
    onAdd(known.reviewer.id);
    setTyped('');
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    submit();
  };
  return (
    <div className={`row wrap gap-4-8 ${styles['add']}`}>
      <UserPlusIcon className={`no-shrink muted ${styles['addIcon']}`} />
      <label htmlFor={id} className="strong">
        Add reviewer
      </label>
      <Input
        id={id}
        variant="borderless"
        placeholder="name or e-mail"
        autoComplete="off"
        list={`${id}-known`}
        maxLength={NAME_MAX}
        value={typed}
        status={add.error ? 'error' : undefined}
        aria-describedby={add.error ? `${id}-error` : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKey}
      />
      <datalist id={`${id}-known`}>
        {unlisted.map(({ reviewer }) => (
          <option key={reviewer.id} value={reviewer.name}>
            {reviewer.email}
          </option>
        ))}
      </datalist>
      {typed.trim() !== '' && (
        <Button loading={add.isPending} onClick={submit}>
          Add
        </Button>
      )}
      {add.error && !add.isPending && (
        <p id={`${id}-error`} role="alert" className={`rejected small ${styles['error']}`}>
          {reasonOf(add.error)}
        </p>
      )}
    </div>
  );
}

/** The reviewer with the typed name or e-mail address. */
function findReviewer(rows: ShareRow[], typed: string): ShareRow | undefined {
  const { name, email } = readReviewer(typed);
  const isSame = (one: string, other: string) => one !== '' && one.toLowerCase() === other.toLowerCase();
  return rows.find(({ reviewer }) => isSame(email, reviewer.email) || (email === '' && isSame(name, reviewer.name)));
}
