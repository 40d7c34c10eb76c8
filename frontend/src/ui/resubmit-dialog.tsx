import { REPLY_MAX } from '@gmb-moments/backend/contract/limits';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { atMost } from '../lib/characters';
import { countText } from '../lib/count-text';
import { Dialog } from './dialog';
import { LongText } from './long-text';

interface Props {
  /** The items that were neither changed nor answered since their rejection; at least one. */
  unanswered: { name: string; feedback: string }[];
  /** Number of other items that are resubmitted with them. */
  changed?: number;
  /** Whether an answer is required. */
  needsAnswer?: boolean;
  isPending: boolean;
  /** @param reply the answer for the unanswered items; `''` for none */
  onResubmit: (reply: string) => void;
  onClose: () => void;
}

/** Maximum length of the quoted feedback in the title. */
const QUOTE_MAX = 40;

/** Asks for an answer before unchanged items are resubmitted to the client. Mount it to open it. */
export function ResubmitDialog({ unanswered, changed = 0, needsAnswer = false, isPending, ...on }: Props) {
  const [reply, setReply] = useState('');
  const id = useId();
  const answer = reply.trim();
  const [first] = unanswered;
  const many = countText(unanswered.length, 'photo');
  return (
    <Dialog
      title={
        unanswered.length === 1 ? `Nothing changed since “${shortened(first!.feedback)}”` : `Nothing changed in ${many}`
      }
      isLong
      isBusy={isPending}
      onClose={on.onClose}
      footer={
        <>
          {!needsAnswer && (
            <Button disabled={isPending} onClick={() => on.onResubmit('')}>
              Resubmit anyway
            </Button>
          )}
          <Button type="primary" htmlType="submit" form={id} loading={isPending} disabled={answer === ''}>
            Answer and resubmit
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="grid gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          if (answer !== '' && !isPending) on.onResubmit(answer);
        }}
      >
        <p className="muted">
          {needsAnswer
            ? 'Answer the client: they get a mail with their words and your answer.'
            : 'Answer the client, or resubmit anyway. With an answer they get a mail with their words and yours; without one, they get none.'}
          {changed > 0 && ` ${countText(changed, 'other photo')}, changed or answered, will be resubmitted too.`}
        </p>
        {unanswered.map(({ name, feedback }, index) => (
          <div key={index}>
            <strong className="anywhere">{name}</strong>
            <LongText text={feedback} missing="The client left no feedback." />
          </div>
        ))}
        <Input.TextArea
          aria-label={unanswered.length === 1 ? 'Your answer' : `Your answer to all ${unanswered.length}`}
          data-autofocus
          dir="auto"
          count={atMost(REPLY_MAX)}
          autoSize={{ minRows: 2, maxRows: 6 }}
          placeholder="Why it is the same. The client reads it beside the photo or text."
          value={reply}
          onChange={(event) => setReply(event.target.value)}
        />
      </form>
    </Dialog>
  );
}

function shortened(words: string): string {
  const characters = [...words.replaceAll(/\s+/gu, ' ').trim()];
  if (characters.length <= QUOTE_MAX) return characters.join('');
  const cut = characters.slice(0, QUOTE_MAX + 1).join('');
  // Cuts at the end of a word, unless that would remove more than half.
  const end = cut.lastIndexOf(' ');
  return `${(end > QUOTE_MAX / 2 ? cut.slice(0, end) : characters.slice(0, QUOTE_MAX).join('')).replace(/[\s,;:.]+$/u, '')}…`;
}
