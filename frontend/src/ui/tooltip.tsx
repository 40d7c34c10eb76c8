import { Tooltip as AntTooltip, type TooltipProps } from 'antd';
import { useEffect, useRef, useSyncExternalStore, type ReactElement } from 'react';

/** A tooltip with the product's timing. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <AntTooltip title={text} {...useTooltipTiming()}>
      {children}
    </AntTooltip>
  );
}

/**
 * When a tooltip shows: after 700 ms, or at once when another was open within the last 300 ms. Not by touch: the tooltip
 * would stay over what the tap opened.
 */
export function useTooltipTiming(): Pick<TooltipProps, 'trigger' | 'mouseEnterDelay' | 'onOpenChange'> {
  const warm = useSyncExternalStore(subscribe, () => isWarm);
  const touched = useSyncExternalStore(subscribe, () => isTouched);
  const isOpen = useRef(false);
  // A tooltip that is unmounted while open does not report that it closes.
  useEffect(() => () => void (isOpen.current && setOpen({ open: false })), []);
  return {
    trigger: touched ? [] : 'hover',
    mouseEnterDelay: warm ? 0 : DELAY_SECONDS,
    onOpenChange: (open) => {
      isOpen.current = open;
      setOpen({ open });
    },
  };
}

const DELAY_SECONDS = 0.7;
const SKIP_DELAY_MS = 300;

let isWarm = false;
/** Whether the last pointer was a finger. */
let isTouched = false;
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

// Browsers follow a tap with the events of a mouse, but not with pointer events of one.
function notePointer({ pointerType }: PointerEvent): void {
  const touched = pointerType === 'touch';
  if (touched === isTouched) return;
  isTouched = touched;
  listeners.forEach((listener) => listener());
}
document.addEventListener('pointerover', notePointer, { capture: true });

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
