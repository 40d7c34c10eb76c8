import { parseFaqs, writeFaqs, type Faq } from '@gmb-moments/backend/contract/faqs';
import { SECTION_FIELDS } from '@gmb-moments/backend/contract/optimization-fields';
import { Button, Input } from 'antd';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCan } from '../../records/permissions';
import { CrossIcon, PlusIcon } from '../../ui/icons';
import styles from './optimization.module.css';

interface Props {
  /** Id of the first field, or of the Add button if there is none. */
  id: string;
  /** FAQs as JSON that `rowsOf` can parse. */
  text: string;
  onChange: (text: string) => void;
  readOnly: boolean;
}

/** An editor for FAQs with one row per question. Its value is a JSON array. */
export function FaqRows({ id, text, onChange, readOnly }: Props) {
  const mayEdit = useCan('review.edit');
  const { rows, change } = useRows(text, onChange);
  const group = useRef<HTMLDivElement>(null);
  const set = (index: number, part: Partial<Faq>) =>
    change(rows.map((row, place) => (place === index ? { ...row, ...part } : row)));
  const remove = (index: number) => {
    flushSync(() => change(rows.toSpliced(index, 1)));
    const buttons = [...(group.current?.querySelectorAll('button') ?? [])];
    // The focused button was removed: focus the next one, or the last.
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

/**
 * The rows of the editor, including blank ones, which the text leaves out. Parsed again when the text changes
 * elsewhere.
 */
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
 * Parses FAQs for editing in rows. Questions and answers may be blank.
 * @returns an empty list for a blank text; `null` if rows would lose a part of the text
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

/** Whether a value has exactly a question and an answer. */
function isFaq(entry: unknown): entry is Partial<Faq> {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return false;
  return Object.entries(entry).every(
    ([name, value]) => (name === 'question' || name === 'answer') && typeof value === 'string',
  );
}
