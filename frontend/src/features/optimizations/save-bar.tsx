import { SaveIcon } from '../../ui/icons';
import type { Section } from '@gmb-moments/backend/contract/statuses';
import { Button } from 'antd';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { focusEditor } from './section-editor';
import { titlesOf } from './sections';
import type { SectionEdits } from './use-section-edits';
import styles from './optimization.module.css';

interface Props {
  edits: SectionEdits;
  onDiscard: () => void;
}

/**
 * Saves or discards all unsaved edits of the page; lists them, or why they cannot be saved. Mount it while there are
 * any.
 */
export function SaveBar({ edits, onDiscard }: Props) {
  const { blocked, edited, isSaving } = edits;
  const bar = useFocusReturn(edited[0]);
  return (
    <div ref={bar} role="region" aria-label="Unsaved changes" className={`row wrap gap-8 ${styles['saveBar']}`}>
      <Button type="primary" icon={<SaveIcon />} loading={isSaving} disabled={blocked !== null} onClick={edits.save}>
        Save Changes
      </Button>
      <Button disabled={isSaving} onClick={onDiscard}>
        Discard
      </Button>
      {blocked && <Button onClick={() => focusEditor(blocked.section)}>Show</Button>}
      <span className={`shrink anywhere ${styles['unsaved']} ${blocked ? 'rejected' : 'muted'}`}>
        {blocked ? blocked.reason : `Unsaved: ${titlesOf(edited)}`}
      </span>
    </div>
  );
}

/** Focuses the edited section if the bar unmounts while it has the focus. */
function useFocusReturn(edited: Section | undefined) {
  const bar = useRef<HTMLDivElement>(null);
  const leave = useEffectEvent((element: HTMLDivElement | null) => {
    if (edited && element?.contains(document.activeElement)) focusEditor(edited);
  });
  useLayoutEffect(() => {
    const element = bar.current;
    return () => leave(element);
  }, []);
  return bar;
}
