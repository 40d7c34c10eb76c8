import styles from './progress-bar.module.css';

interface Part {
  count: number;
  tone: 'approved' | 'rejected' | 'ai';
}

/** A thin bar of coloured parts of a total. The text beside it says the same. */
export function ProgressBar({ total, parts }: { total: number; parts: Part[] }) {
  return (
    <span className={`flex sunken ${styles['bar']}`} aria-hidden>
      {parts.map(({ tone, count }) => (
        <span key={tone} className={`dot-${tone}`} style={{ width: `${total && (100 * count) / total}%` }} />
      ))}
    </span>
  );
}
