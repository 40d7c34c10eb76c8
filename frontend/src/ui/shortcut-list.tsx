import type { Shortcut } from '../lib/shortcuts';

interface Props<Does> {
  shortcuts: Record<string, Shortcut<Does>>;
  /** The words for what a key does. */
  textOf: (does: Does) => string;
}

/** Prints a table of keys, where dialogs list them. */
export function ShortcutList<Does>({ shortcuts, textOf }: Props<Does>) {
  return (
    <dl>
      {Object.values(shortcuts).map(({ label, description }) => (
        <div key={label}>
          <dt>
            <kbd>{label}</kbd>
          </dt>
          <dd>{textOf(description)}</dd>
        </div>
      ))}
    </dl>
  );
}
