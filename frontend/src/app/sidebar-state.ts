import { useEffect, useEffectEvent, useState } from 'react';
import { useIsMobile } from '../lib/media';

const COOKIE = 'sidebar_state';
const SEVEN_DAYS_S = 7 * 24 * 60 * 60;

/** The sidebar: expanded or collapsed (kept in a cookie), or under 768 px a sheet that is open or not. */
export function useSidebar() {
  const mobile = useIsMobile();
  const [expanded, setExpanded] = useState(() => !document.cookie.split('; ').includes(`${COOKIE}=false`));
  const [sheetOpen, setSheetOpen] = useState(false);

  const toggle = () => {
    if (mobile) {
      setSheetOpen(!sheetOpen);
      return;
    }
    document.cookie = `${COOKIE}=${!expanded}; path=/; max-age=${SEVEN_DAYS_S}; samesite=lax`;
    setExpanded(!expanded);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    toggle();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  return { mobile, expanded, sheetOpen: mobile && sheetOpen, toggle, closeSheet: () => setSheetOpen(false) };
}
