import type { Key } from '../lib/keys';

interface Props<Does> {
  keys: Record<string, Key<Does>>;
  /** The words for what a key does. */
  t: (does: Does) => string;
}

/** Prints a table of keys, where dialogs list them. */
export function KeyList<Does>({ keys, t }: Props<Does>) {
  return (
    <dl>
      {Object.values(keys).map(({ label, does }) => (
        <div key={label}>
          <dt>
            <kbd>{label}</kbd>
          </dt>
          <dd>{t(does)}</dd>
        </div>
      ))}
    </dl>
  );
}
