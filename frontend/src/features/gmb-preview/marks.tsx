const LABELS = { new: 'New', changed: 'Changed', removed: 'Removed', kept: '' };

/** Says in a word what the colour beside it says. */
export function Mark({ mark }: { mark: keyof typeof LABELS }) {
  if (mark === 'kept') return null;
  return <span className={`preview-mark preview-mark-${mark}`}>{LABELS[mark]}</span>;
}

/** Says how many entries are new, changed, kept and removed; `''` when nothing is. */
export function countChanges(marks: (keyof typeof LABELS)[]): string {
  const count = (mark: keyof typeof LABELS) => marks.filter((other) => other === mark).length;
  const counts = [
    { count: count('new'), name: 'new' },
    { count: count('changed'), name: 'changed' },
    { count: count('kept'), name: 'unchanged' },
    { count: count('removed'), name: 'removed' },
  ];
  return counts
    .filter((entry) => entry.count > 0)
    .map((entry) => `${entry.count} ${entry.name}`)
    .join(' · ');
}
