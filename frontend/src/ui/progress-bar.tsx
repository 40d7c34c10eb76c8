import styles from './progress-bar.module.css';

interface Part {
  count: number;
  tone: 'approved' | 'rejected' | 'ai';
}

/**
 * A thin bar with coloured parts of a total. Hidden from screen readers: use it beside a text with the same
 * information.
 */
export function ProgressBar({ total, parts }: { total: number; parts: Part[] }) {
  return (
    <span className={`flex sunken ${styles['bar']}`} aria-hidden>
      {parts.map(({ tone, count }) => (
        <span key={tone} className={`dot-${tone}`} style={{ width: `${total && (100 * count) / total}%` }} />
      ))}
    </span>
  );
}
