import { parseFaqs, writeFaqs, type Faq } from '@gmb-moments/backend/contract/faqs';
import { FAQS_MAX } from '@gmb-moments/backend/contract/limits';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { CrossIcon, PlusIcon } from '../../components/icons';
import styles from './optimization.module.css';

interface Props {
  /** Id of the first field. */
  id: string;
  text: string;
  onChange: (text: string) => void;
  readOnly: boolean;
}

/** FAQs as rows of a question and its answer; the text that is edited stays a JSON array of them. */
export function FaqRows({ id, text, onChange, readOnly }: Props) {
  const { rows, change } = useRows(text, onChange);
  const set = (index: number, part: Partial<Faq>) =>
    change(rows.map((row, place) => (place === index ? { ...row, ...part } : row)));
  return (
    <div role="group" aria-label="FAQs: AI Suggestion">
      <ul className={styles['rows']}>
        {rows.map(({ question, answer }, index) => (
          <li key={index} className={styles['row']}>
            <Input
              {...(index === 0 && { id })}
              aria-label={`Question ${index + 1}`}
              value={question}
              readOnly={readOnly}
              onChange={(event) => set(index, { question: event.target.value })}
            />
            <Input.TextArea
              aria-label={`Answer ${index + 1}`}
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
                onClick={() => change(rows.toSpliced(index, 1))}
              />
            )}
          </li>
        ))}
      </ul>
      {!readOnly && rows.length < FAQS_MAX && (
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

/** The rows that are typed in, which may be blank; read from the text whenever that was changed elsewhere. */
function useRows(text: string, onChange: (text: string) => void) {
  const [typed, setTyped] = useState({ text, rows: parseFaqs(text) ?? [] });
  const current = typed.text === text ? typed : { text, rows: parseFaqs(text) ?? [] };
  const change = (rows: Faq[]) => {
    const written = writeFaqs(rows);
    setTyped({ text: written, rows });
    onChange(written);
  };
  return { rows: current.rows, change };
}
