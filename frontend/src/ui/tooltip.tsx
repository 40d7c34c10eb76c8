import { Tooltip as AntTooltip, type TooltipProps } from 'antd';
import { useEffect, useRef, type ReactElement } from 'react';
import { createStore, useStore } from '../lib/store';

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
  const isWarm = useStore(warm);
  const isTouched = useStore(touched);
  const isOpen = useRef(false);
  // A tooltip that is unmounted while open does not report that it closes.
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

/** Whether a tooltip was open just now. */
const warm = createStore(false);
/** Whether the last pointer was a finger. */
const touched = createStore(false);
let cooling: ReturnType<typeof setTimeout> | undefined;

function setOpen({ open }: { open: boolean }): void {
  clearTimeout(cooling);
  warm.set(true);
  if (!open) cooling = setTimeout(() => warm.set(false), SKIP_DELAY_MS);
}

// Browsers follow a tap with the events of a mouse, but not with pointer events of one. What comes under a resting mouse, as a dialog
// that a tap opened, is no use of the mouse: each change draws all tooltips again, 4 ms with every tap.
document.addEventListener('pointerover', ({ pointerType }) => pointerType === 'touch' && touched.set(true), {
  capture: true,
});
document.addEventListener('pointermove', ({ pointerType }) => pointerType !== 'touch' && touched.set(false), {
  capture: true,
});
