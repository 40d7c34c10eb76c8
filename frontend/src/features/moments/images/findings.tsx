import { NOT_CHECKED, type FindingView } from '@gmb-moments/backend/contract/findings';
import { Button } from 'antd';
import { warningsOf } from '../../../records/findings';
import { WarningIcon } from '../../../ui/icons';
import { DuplicateLink } from '../../../ui/warning-sentences';
import styles from './findings.module.css';

/** The labels of a photo's warnings: `Blurred, very dark`; renders nothing without warnings. */
export function WarningLine({ photo }: { photo: { findings: FindingView[] } }) {
  const warnings = warningsOf(photo);
  if (warnings.length === 0) return null;
  const words = warnings.map(({ label }, index) => (index === 0 ? label : within(label))).join(', ');
  return (
    <span className="row note shrink pending gap-4" title={words}>
      <WarningIcon size={12} />
      <span className="clip">{words}</span>
    </span>
  );
}

interface FindingsProps {
  findings: FindingView[];
  disabled: boolean;
  onReplace: () => void;
  onIgnore: (kind: FindingView['kind'], isIgnored: boolean) => void;
}

/** The findings about a photo, and a note about what is not checked. */
export function Findings(props: FindingsProps) {
  return (
    <>
      {props.findings.length > 0 && <FoundList {...props} />}
      <span className="muted small">{NOT_CHECKED}</span>
    </>
  );
}

/** The findings with their actions; ignored ones come last, in one line each. */
function FoundList({ findings, disabled, onReplace, onIgnore }: FindingsProps) {
  return (
    <ul aria-label="Warnings" className={`column gap-8 ${styles['findings']}`}>
      {findings
        .toSorted((one, other) => Number(one.isIgnored) - Number(other.isIgnored))
        .map(({ kind, label, message, isIgnored, duplicateOf }) => (
          <li key={kind} className="flex gap-8" data-ignored={isIgnored || undefined}>
            <WarningIcon size={14} />
            <div>
              {isIgnored ? `Ignored: ${within(label)}` : message}
              <div className={`row wrap ${styles['remedies']}`}>
                {duplicateOf && <DuplicateLink {...duplicateOf} />}
                {!isIgnored && (
                  <Button type="link" size="small" disabled={disabled} onClick={onReplace}>
                    Replace
                  </Button>
                )}
                <Button type="link" size="small" onClick={() => onIgnore(kind, !isIgnored)}>
                  {isIgnored ? 'Warn again' : 'Ignore'}
                </Button>
              </div>
            </div>
          </li>
        ))}
    </ul>
  );
}

/** A label in lower case, for use within a sentence. */
function within(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}
