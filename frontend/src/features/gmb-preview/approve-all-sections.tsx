import { ApproveAllButton } from '../review/review-summary';
import type { SectionState } from './preview-sections';

interface ApproveAllSectionsProps {
  label: string;
  /** The sections that the button approves. */
  sections: SectionState[];
  bulk: { done: number; total: number } | undefined;
  approving: 'yes' | 'no';
  onApproveAll: (sections: SectionState[]) => void;
}

/** Approves what is not approved yet, and says beforehand if that includes what the reviewer has rejected. */
export function ApproveAllSections({ label, sections, bulk, approving, onApproveAll }: ApproveAllSectionsProps) {
  const rejected = sections.filter(({ approval }) => approval === 'rejected').map(({ name }) => name);
  return (
    <div className="preview-all">
      <ApproveAllButton label={label} bulk={bulk} approving={approving} onClick={() => onApproveAll(sections)} />
      {rejected.length > 0 && !bulk && <p>Also approves {list(rejected)}, as suggested now.</p>}
    </div>
  );
}

function list(names: string[]): string {
  return new Intl.ListFormat('en').format(names);
}
