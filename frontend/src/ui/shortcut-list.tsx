import type { Shortcut } from '../lib/shortcuts';

interface Props<Does> {
  shortcuts: Record<string, Shortcut<Does>>;
  /** Returns the text for a shortcut's description. */
  textOf: (does: Does) => string;
}

/** A list of shortcuts with their keys. */
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
