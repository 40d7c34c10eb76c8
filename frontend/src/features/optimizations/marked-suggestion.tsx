import { SECTION_NAMES, type Section } from '@gmb-moments/backend/contract/statuses';
import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { ENGLISH_TRANSLATOR } from '../../lib/texts/translator';
import { EditIcon } from '../../ui/icons';
import { compareSection } from '../../ui/comparison/compared-section';
import styles from './optimization.module.css';
import { focusEditor } from './section-editor';

interface MarkedContent {
  /** The current text with marked removals; `null` if nothing is compared. */
  current: ReactNode;
  suggestion: ReactNode;
  /** A summary of the changes; `''` if nothing is compared. */
  changes: string;
  onEdit: () => void;
}

interface Compared {
  section: Section;
  current: string;
  suggestion: string;
  /** Whether changes are marked. */
  isOn: boolean;
}

/** Both sides of a section with marked differences; `null` if marking is off, or the section is being edited. */
export function useMarkedContent({ section, current, suggestion, isOn }: Compared): MarkedContent | null {
  const [edited, setEdited] = useState('');
  const isShown = isOn && suggestion !== '' && edited !== suggestion;
  const compared = useMemo(
    () => (isShown ? compareSection(ENGLISH_TRANSLATOR, section, current, suggestion) : null),
    [isShown, section, current, suggestion],
  );
  if (!compared) return null;
  return {
    current: current === '' ? null : compared.before,
    suggestion: compared.after,
    changes: compared.changes,
    onEdit: () => {
      setEdited(suggestion);
      requestAnimationFrame(() => focusEditor(section));
    },
  };
}

/** The suggestion with marked differences, and a button that opens its editor. */
export function MarkedSuggestion({ section, content }: { section: Section; content: MarkedContent }) {
  return (
    <div className="stack gap-8">
      <div className={`box anywhere ${styles['marked']}`}>{content.suggestion}</div>
      <div className="flex between gap-8">
        <span className="muted">{content.changes}</span>
        <Button size="small" icon={<EditIcon />} aria-label={`Edit ${SECTION_NAMES[section]}`} onClick={content.onEdit}>
          Edit
        </Button>
      </div>
    </div>
  );
}
