import { parseFaqs } from '@gmb-moments/backend/contract/faqs';
import { SECTION_FIELDS } from '@gmb-moments/backend/contract/optimization-fields';
import { SECTION_NAMES, type Section } from '@gmb-moments/backend/contract/statuses';
import { lengthOf } from '@gmb-moments/backend/contract/texts';
import { Button, Input, Spin, Typography } from 'antd';
import { useState } from 'react';
import { usePersistedChoice } from '../../lib/persisted-choice';
import { TagList } from '../../ui/tag-list';
import { FaqRows, rowsOf } from './faq-rows';
import { FaqList } from './section-content';
import { linesOf, SECTION_FORMS } from './sections';
import type { SectionEdits } from './use-section-edits';
import styles from './optimization.module.css';
import { useCan } from '../../records/permissions';

interface Props {
  section: Section;
  edits: SectionEdits;
  isWriting: boolean;
}

/** Element id of a section's editor. */
function editorId(section: Section): string {
  return `suggestion-${section}`;
}

/** Focuses a section's editor. */
export function focusEditor(section: Section): void {
  document.getElementById(editorId(section))?.focus();
}

/** The two editors for FAQs. */
const FAQ_EDITORS = ['rows', 'json'] as const;

/** Scroll margin that keeps clear of the sticky header and the save bar. */
const SCROLL_MARGIN = '72px 0 120px';

/** The editor of a section's suggestion. */
export function SectionEditor({ section, edits, isWriting }: Props) {
  const mayEdit = useCan('review.edit');
  const faqEditor = useFaqEditor();
  const text = edits.textOf(section);
  const isAwaited = isWriting && text === '';
  const canBeRows = section === 'faqs' && !isAwaited && rowsOf(text) !== null;
  const asRows = canBeRows && faqEditor.chosen === 'rows';
  const problem = edits.problemOf(section);
  const notesId = `${editorId(section)}-notes`;
  return (
    <>
      <Spin spinning={isWriting} description="Writing…">
        {asRows ? (
          <FaqRows
            id={editorId(section)}
            text={text}
            onChange={(changed) => edits.edit(section, changed)}
            readOnly={!mayEdit || isWriting || edits.isSaving}
          />
        ) : (
          <TextEditor
            section={section}
            edits={edits}
            isWriting={isWriting}
            notesId={notesId}
            onType={faqEditor.keepText}
          />
        )}
      </Spin>
      <div id={notesId}>
        {mayEdit && <EditorNotes section={section} text={text} problem={problem} asRows={asRows} />}
      </div>
      {mayEdit && section === 'faqs' && !isAwaited && (
        <Button
          type="link"
          size="small"
          disabled={!canBeRows}
          onClick={() => faqEditor.choose(asRows ? 'json' : 'rows')}
        >
          {asRows ? 'Edit as JSON' : 'Edit as rows'}
        </Button>
      )}
      {section === 'faqs' && !isAwaited && !canBeRows && (
        <Typography.Text type="secondary">Rows hold questions with their answers, and nothing else.</Typography.Text>
      )}
      {!asRows && <EditorPreview section={section} text={text} isEdited={edits.isEdited(section)} />}
    </>
  );
}

/** The chosen editor for FAQs, persisted. After typing JSON, the JSON editor stays until the user switches. */
function useFaqEditor() {
  const [kept, keep] = usePersistedChoice('faq-editor', FAQ_EDITORS);
  const [isTyped, setTyped] = useState(false);
  return {
    chosen: isTyped ? 'json' : kept,
    choose: (editor: (typeof FAQ_EDITORS)[number]) => {
      setTyped(false);
      keep(editor);
    },
    /** Call it when JSON was typed. */
    keepText: () => setTyped(true),
  };
}

interface TextEditorProps extends Props {
  notesId: string;
  onType: () => void;
}

function TextEditor({ section, edits, isWriting, notesId, onType }: TextEditorProps) {
  const { rows } = SECTION_FIELDS[section];
  const mayEdit = useCan('review.edit');
  const problem = edits.problemOf(section);
  return (
    <Input.TextArea
      id={editorId(section)}
      dir="auto"
      aria-label={`${SECTION_NAMES[section]}: AI Suggestion`}
      aria-describedby={notesId}
      aria-invalid={problem !== ''}
      aria-busy={isWriting}
      value={edits.textOf(section)}
      onChange={(event) => {
        onType();
        edits.edit(section, event.target.value);
      }}
      readOnly={!mayEdit || isWriting || edits.isSaving}
      status={problem ? 'error' : undefined}
      placeholder={isWriting ? '' : 'No suggestion yet'}
      rows={rows}
      // `field-sizing` makes it grow with its text; browsers without it keep the number of rows and scroll.
      style={{
        fieldSizing: 'content',
        minHeight: `calc(${rows}lh + 10px)`,
        maxHeight: '24lh',
        scrollMargin: SCROLL_MARGIN,
      }}
    />
  );
}

interface NotesProps {
  section: Section;
  text: string;
  problem: string;
  /** Whether FAQs are edited in rows. */
  asRows: boolean;
}

function EditorNotes({ section, text, problem, asRows }: NotesProps) {
  const { format } = SECTION_FORMS[section];
  return (
    <div className={`flex between gap-8 ${styles['editorNotes']}`}>
      <div className="shrink anywhere">
        {problem ? (
          <span role="alert" className="rejected">
            {problem}
          </span>
        ) : (
          <Typography.Text type="secondary">
            {asRows ? 'Format:' : format} {section === 'faqs' && <code className="nowrap">Q: question? A: answer</code>}
          </Typography.Text>
        )}
      </div>
      {section === 'description' && <Counter length={lengthOf(text)} />}
    </div>
  );
}

function Counter({ length }: { length: number }) {
  const { max } = SECTION_FIELDS.description;
  return <span className={`nowrap ${length > max ? 'rejected strong' : 'muted'}`}>{`${length}/${max}`}</span>;
}

interface PreviewProps {
  section: Section;
  text: string;
  isEdited: boolean;
}

function EditorPreview({ section, text, isEdited }: PreviewProps) {
  if (section === 'keywords' && text.trim() !== '') {
    return (
      <div className={styles['chips']}>
        <TagList tags={linesOf(text)} />
      </div>
    );
  }
  const faqs = section === 'faqs' && !isEdited ? parseFaqs(text) : null;
  if (!faqs || faqs.length === 0) return null;
  return (
    <section aria-label="Preview of the FAQs" className={`column gap-4 ${styles['faqs']}`}>
      <div className="muted">Preview</div>
      <FaqList faqs={faqs} />
    </section>
  );
}
