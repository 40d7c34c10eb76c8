import { SaveIcon } from '../../ui/icons';
import type { Section } from '@gmb-moments/backend/contract/statuses';
import { Button, Flex, theme, Typography } from 'antd';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { focusEditor } from './section-editor';
import { titlesOf } from './sections';
import type { SectionEdits } from './use-section-edits';

interface Props {
  edits: SectionEdits;
  onDiscard: () => void;
}

/** Saves or discards all unsaved edits of the page; always in sight at the bottom while there are any. */
export function SaveBar({ edits, onDiscard }: Props) {
  return edits.edited.length > 0 ? <Bar edits={edits} onDiscard={onDiscard} /> : null;
}

function Bar({ edits, onDiscard }: Props) {
  const { token } = theme.useToken();
  const bar = useFocusBack(edits.edited[0]);
  return (
    <Flex
      ref={bar}
      wrap
      align="center"
      gap="small"
      role="region"
      aria-label="Unsaved changes"
      style={{
        padding: '12px 24px',
        borderTop: `1px solid ${token.colorBorder}`,
      }}
    >
      <Button
        type="primary"
        icon={<SaveIcon />}
        loading={edits.isSaving}
        disabled={edits.blocked !== null}
        onClick={edits.save}
      >
        Save Changes
      </Button>
      <Button disabled={edits.isSaving} onClick={onDiscard}>
        Discard
      </Button>
      <Reason edits={edits} />
    </Flex>
  );
}

/** Shows which sections would be saved, or what prevents saving. */
function Reason({ edits: { blocked, edited } }: { edits: SectionEdits }) {
  return (
    <>
      {blocked && <Button onClick={() => focusEditor(blocked.section)}>Show</Button>}
      <Typography.Text
        type={blocked ? 'danger' : 'secondary'}
        style={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}
      >
        {blocked ? blocked.reason : `Unsaved: ${titlesOf(edited)}`}
      </Typography.Text>
    </>
  );
}

/** Moves the focus to the edited section if the bar disappears while it has the focus. */
function useFocusBack(edited: Section | undefined) {
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
