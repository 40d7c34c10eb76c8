import { Tooltip as AntTooltip, type TooltipProps } from 'antd';
import { useEffect, useRef, type ReactElement } from 'react';
import { createStore, useStore } from '../lib/store';

/** A tooltip with the timing of `useTooltipTiming`. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <AntTooltip title={text} {...useTooltipTiming()}>
      {children}
    </AntTooltip>
  );
}

/**
 * Props for the timing of a tooltip: it opens after 700 ms, or at once if another one was open within the last 300
 * ms. Not on touch, where it would cover what the tap opened.
 */
export function useTooltipTiming(): Pick<TooltipProps, 'trigger' | 'mouseEnterDelay' | 'onOpenChange'> {
  const isWarm = useStore(warm);
  const isTouched = useStore(touched);
  const isOpen = useRef(false);
  // A tooltip that unmounts while open does not call `onOpenChange`.
  useEffect(() => () => void (isOpen.current && setOpen({ open: false })), []);
  return {
    trigger: isTouched ? [] : 'hover',
    mouseEnterDelay: isWarm ? 0 : DELAY_SECONDS,
    onOpenChange: (open) => {
      isOpen.current = open;
      setOpen({ open });
    },
  };
}

const DELAY_SECONDS = 0.7;
const SKIP_DELAY_MS = 300;

/** Whether a tooltip is open, or was within the last 300 ms. */
const warm = createStore(false);
/** Whether the last pointer event came from touch. */
const touched = createStore(false);
let cooling: ReturnType<typeof setTimeout> | undefined;

function setOpen({ open }: { open: boolean }): void {
  clearTimeout(cooling);
  warm.set(true);
  if (!open) cooling = setTimeout(() => warm.set(false), SKIP_DELAY_MS);
}

// Pointer events, because browsers emulate mouse events after a tap. Only `pointermove` switches back to the mouse:
// elements that appear under a resting mouse fire `pointerover`, and each switch rerenders all tooltips.
document.addEventListener('pointerover', ({ pointerType }) => pointerType === 'touch' && touched.set(true), {
  capture: true,
});
document.addEventListener('pointermove', ({ pointerType }) => pointerType !== 'touch' && touched.set(false), {
  capture: true,
});
