import { useId, useRef, useState, type FocusEvent } from 'react';
import { CrossIcon } from '../review/icons';
import { Menu } from './menu';
import { DownIcon } from './preview-icons';

/** Whether the buttons wait, because a decision is on its way. */
export interface Deciding {
  approve: 'ready' | 'waiting';
  reject: 'ready' | 'waiting';
}

interface ChangeStatusProps {
  /** What the section is called, for those who cannot see which card the buttons are in. */
  name: string;
  /** What was decided. */
  approval: 'approved' | 'rejected';
  deciding: Deciding;
  onApprove: () => void;
  onReject: () => void;
}

/** Changes a decision: the main click approves, the menu beside it rejects. */
export function ChangeStatus({ name, approval, deciding, onApprove, onReject }: ChangeStatusProps) {
  const [menu, setMenu] = useState<'open' | 'closed'>('closed');
  const hintId = useId();
  const more = useRef<HTMLButtonElement>(null);
  const label = `Other choices for ${name}`;
  const change = () => {
    onApprove();
    // What is approved stays so: whoever wants something else finds it in the menu.
    if (approval === 'approved') setMenu('open');
  };
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setMenu('closed');
  };
  const close = (cause: 'key' | 'pointer') => {
    setMenu('closed');
    if (cause === 'key') more.current?.focus();
  };
  return (
    <div className="preview-change" onBlur={leave}>
      <span id={hintId} hidden>
        {approval === 'approved' ? 'Approves it again; the menu offers to reject it.' : 'Approves the suggestion.'}
      </span>
      <button
        type="button"
        className="review-button"
        aria-describedby={hintId}
        disabled={deciding.approve === 'waiting'}
        onClick={change}
      >
        Change Status
      </button>
      <button
        ref={more}
        type="button"
        className="review-button preview-more"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={menu === 'open'}
        disabled={deciding.reject === 'waiting'}
        // Without it some browsers take the focus away first, which closes the menu, and the click opens it again.
        onMouseDown={(event) => menu === 'open' && event.preventDefault()}
        onClick={() => setMenu(menu === 'open' ? 'closed' : 'open')}
        onKeyDown={({ key }) => key === 'ArrowDown' && setMenu('open')}
      >
        <DownIcon />
      </button>
      {menu === 'open' && (
        <Menu label={label} onClose={close}>
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              setMenu('closed');
              onReject();
            }}
          >
            <CrossIcon />
            Reject
          </button>
        </Menu>
      )}
    </div>
  );
}
