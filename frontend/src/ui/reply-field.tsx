import { REPLY_MAX } from '@gmb-moments/backend/contract/limits';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { atMost } from '../lib/characters';
import { useToastMutation } from '../lib/toast-mutation';
import { LongText } from './long-text';
import styles from './reply-field.module.css';

/** Ref callback that focuses the field on mount. */
function focus(field: { focus: () => void } | null): void {
  field?.focus();
}

interface Props {
  /** Name of the answered item, for screen readers: `photo.jpg`. */
  name: string;
  /** The current answer; `''` for none. */
  reply: string;
  save: (reply: string) => Promise<unknown>;
}

/** Shows and edits the answer of staff to the client's feedback. */
export function ReplyField({ name, reply, save }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const saving = useToastMutation({
    mutationFn: save,
    onSuccess: () => setDraft(null),
  });
  if (draft === null && reply === '') {
    return (
      <Button
        size="small"
        className={styles['begin']}
        aria-label={`Answer the client: ${name}`}
        onClick={() => setDraft('')}
      >
        Answer the client
      </Button>
    );
  }
  if (draft === null) {
    return (
      <div className={`grid gap-8 ${styles['reply']}`}>
        <div className="row between gap-8">
          <strong>Your answer</strong>
          <Button type="link" size="small" aria-label={`Edit the answer: ${name}`} onClick={() => setDraft(reply)}>
            Edit
          </Button>
        </div>
        <LongText text={reply} missing="" />
      </div>
    );
  }
  return (
    <form
      className={`grid gap-8 ${styles['reply']}`}
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate(draft.trim());
      }}
    >
      <Input.TextArea
        aria-label={`Answer to the client: ${name}`}
        ref={focus}
        dir="auto"
        count={atMost(REPLY_MAX)}
        autoSize={{ minRows: 2, maxRows: 6 }}
        placeholder="What you changed. The client reads it beside the new version."
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
      <div className="flex to-end gap-8">
        <Button size="small" onClick={() => setDraft(null)}>
          Cancel
        </Button>
        <Button size="small" htmlType="submit" loading={saving.isPending} disabled={draft.trim() === reply}>
          Save answer
        </Button>
      </div>
    </form>
  );
}
