import { parseFaqs, writeFaqs, type Faq } from '@gmb-moments/backend/contract/faqs';
import { SECTION_FIELDS } from '@gmb-moments/backend/contract/optimization-fields';
import { Button, Input } from 'antd';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCan } from '../../records/permissions';
import { CrossIcon, PlusIcon } from '../../ui/icons';
import styles from './optimization.module.css';

interface Props {
  /** Id of the first field, or else of the button that adds one. */
  id: string;
  /** A text that `rowsOf` can read. */
  text: string;
  onChange: (text: string) => void;
  readOnly: boolean;
}

/** FAQs as rows of a question and its answer; the text that is edited stays a JSON array of them. */
export function FaqRows({ id, text, onChange, readOnly }: Props) {
  const mayEdit = useCan('review.edit');
  const { rows, change } = useRows(text, onChange);
  const group = useRef<HTMLDivElement>(null);
  const set = (index: number, part: Partial<Faq>) =>
    change(rows.map((row, place) => (place === index ? { ...row, ...part } : row)));
  const remove = (index: number) => {
    flushSync(() => change(rows.toSpliced(index, 1)));
    const buttons = [...(group.current?.querySelectorAll('button') ?? [])];
    // The button that was pressed has gone: the next one takes the focus, or else the last.
    (buttons[index] ?? buttons.at(-1))?.focus();
  };
  return (
    <div ref={group} role="group" aria-label="FAQs: AI Suggestion">
      <ul className="grid gap-8">
        {rows.map(({ question, answer }, index) => (
          <li key={index} className={`box grid relative gap-4 ${styles['row']} ${mayEdit ? styles['removable'] : ''}`}>
            <Input
              {...(index === 0 && { id })}
              aria-label={`Question ${index + 1}`}
              placeholder="Question"
              value={question}
              readOnly={readOnly}
              onChange={(event) => set(index, { question: event.target.value })}
            />
            <Input.TextArea
              aria-label={`Answer ${index + 1}`}
              placeholder="Answer"
              autoSize={{ minRows: 1, maxRows: 8 }}
              value={answer}
              readOnly={readOnly}
              onChange={(event) => set(index, { answer: event.target.value })}
            />
            {!readOnly && (
              <Button
                type="text"
                size="small"
                icon={<CrossIcon />}
                aria-label={`Remove question ${index + 1}`}
                onClick={() => remove(index)}
              />
            )}
          </li>
        ))}
      </ul>
      {!readOnly && rows.length < SECTION_FIELDS.faqs.items && (
        <Button
          {...(rows.length === 0 && { id })}
          type="text"
          icon={<PlusIcon />}
          onClick={() => change([...rows, { question: '', answer: '' }])}
        >
          Add a question
        </Button>
      )}
    </div>
  );
}

/** The rows that are typed in; blank ones are left out of the text. Read from the text whenever that was changed elsewhere. */
function useRows(text: string, onChange: (text: string) => void) {
  const [typed, setTyped] = useState({ text, rows: rowsOf(text) ?? [] });
  const current = typed.text === text ? typed : { text, rows: rowsOf(text) ?? [] };
  const change = (rows: Faq[]) => {
    const written = writeFaqs(rows.filter(({ question, answer }) => question !== '' || answer !== ''));
    setTyped({ text: written, rows });
    onChange(written);
  };
  return { rows: current.rows, change };
}

/**
 * The rows in which a text can be edited without losing any of it; their questions and answers may be blank.
 * @returns an empty list for a blank text; `null` when rows cannot hold all that the text says
 */
export function rowsOf(text: string): Faq[] | null {
  if (!text.trimStart().startsWith('[')) return parseFaqs(text);
  const entries = listFrom(text);
  return entries?.every(isFaq) ? entries.map((entry) => ({ question: '', answer: '', ...entry })) : null;
}

function listFrom(json: string): unknown[] | null {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

/** Whether this is a question and its answer, and nothing more. */
function isFaq(entry: unknown): entry is Partial<Faq> {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return false;
  return Object.entries(entry).every(
    ([name, value]) => (name === 'question' || name === 'answer') && typeof value === 'string',
  );
}
