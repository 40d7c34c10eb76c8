import { NOT_CHECKED, type DuplicateOf, type FindingView } from '@gmb-moments/backend/contract/findings';
import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { WarningIcon } from './icons';
import styles from './findings.module.css';

/** What is found about a photo and not ignored. */
export function warningsOf({ findings }: { findings: FindingView[] }): FindingView[] {
  return findings.filter(({ isIgnored }) => !isIgnored);
}

/** The warnings of a photo in a few words, such as `Blurred, very dark`; `null` where there are none. */
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

/** Something to know about a photo, with the other one if it is a copy. */
export type Warning = Pick<FindingView, 'message' | 'duplicateOf'> & { kind: string };

/** Staff are warned of a caption that was there before its picture was replaced. */
export const CAPTION_OUTDATED: Warning = {
  kind: 'captionOutdated',
  message: 'This caption was written for the previous picture.',
  duplicateOf: null,
};

interface SentencesProps {
  findings: Warning[];
  /** Of the photo, where it does not stand beside it. */
  name?: string;
}

/** The warnings of a photo, a sentence each with what to do. */
export function WarningSentences({ findings, name }: SentencesProps) {
  if (findings.length === 0) return null;
  return (
    <ul aria-label={name ? `Warnings about ${name}` : 'Warnings'} className={`grid muted gap-2 ${styles['sentences']}`}>
      {findings.map(({ kind, message, duplicateOf }) => (
        <li className="flex anywhere gap-8" key={kind}>
          <WarningIcon size={14} />
          <span>
            {name && <bdi className="ink medium">{name}</bdi>} {message}{' '}
            {duplicateOf && <OtherPhoto {...duplicateOf} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

function OtherPhoto({ momentId, imageId }: DuplicateOf) {
  return <Link to={`/moments/${momentId}?image=${imageId}`}>Show the other photo</Link>;
}

/** A label within a sentence. */
function within(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}

interface FindingsProps {
  findings: FindingView[];
  disabled: boolean;
  onReplace: () => void;
  onIgnore: (kind: FindingView['kind'], isIgnored: boolean) => void;
}

/** What is found about a photo, and what was not checked. */
export function Findings(props: FindingsProps) {
  return (
    <>
      {props.findings.length > 0 && <FoundList {...props} />}
      <span className="muted small">{NOT_CHECKED}</span>
    </>
  );
}

/** Each finding with what can be done about it; what is ignored stands below in one line each. */
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
                {duplicateOf && <OtherPhoto {...duplicateOf} />}
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
