import { Tooltip, type TooltipProps } from 'antd';
import { useSyncExternalStore, type ReactElement } from 'react';

/** A tooltip, shown when the product's tooltips are. */
export function Hint({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Tooltip title={text} {...useHintTiming()}>
      {children}
    </Tooltip>
  );
}

/** When a tooltip shows: after 700 ms; at once when another was open within the last 300 ms (spec 9). */
export function useHintTiming(): Pick<TooltipProps, 'mouseEnterDelay' | 'onOpenChange'> {
  const warm = useSyncExternalStore(subscribe, () => isWarm);
  return { mouseEnterDelay: warm ? 0 : DELAY_SECONDS, onOpenChange: (open) => setOpen({ open }) };
}

const DELAY_SECONDS = 0.7;
const SKIP_DELAY_MS = 300;

let isWarm = false;
let cooling: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function setOpen({ open }: { open: boolean }): void {
  clearTimeout(cooling);
  setWarm(true);
  if (!open) cooling = setTimeout(() => setWarm(false), SKIP_DELAY_MS);
}

function setWarm(warm: boolean): void {
  isWarm = warm;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
