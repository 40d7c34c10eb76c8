import type { DuplicateOf, FindingView } from '@gmb-moments/backend/contract/findings';
import { Link } from 'react-router-dom';
import { WarningIcon } from './icons';
import styles from './warning-sentences.module.css';

interface SentencesProps {
  findings: (Pick<FindingView, 'message' | 'duplicateOf'> & { kind: string })[];
  /** Name of the photo, if it is not shown nearby. */
  name?: string;
}

/** The warnings of a photo, each as a sentence with advice. */
export function WarningSentences({ findings, name }: SentencesProps) {
  if (findings.length === 0) return null;
  return (
    <ul aria-label={name ? `Warnings about ${name}` : 'Warnings'} className={`grid muted gap-2 ${styles['sentences']}`}>
      {findings.map(({ kind, message, duplicateOf }) => (
        <li className="flex anywhere gap-8" key={kind}>
          <WarningIcon size={14} />
          <span>
            {name && <bdi className="ink medium">{name}</bdi>} {message}{' '}
            {duplicateOf && <DuplicateLink {...duplicateOf} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A link to the photo that another one is a copy of. */
export function DuplicateLink({ momentId, imageId }: DuplicateOf) {
  return <Link to={`/moments/${momentId}?image=${imageId}`}>Show the other photo</Link>;
}
