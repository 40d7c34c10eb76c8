import type { ImageView } from '@gmb-moments/backend/contract/images';
import { useEffect, useState } from 'react';
import { hasCaption } from './captions/generate-captions-button';

const KEY = 'opened-captions';
/** Images that are remembered: the last ones. */
const KEPT = 1000;

/**
 * Whether every caption was opened in this browser, apart from those that the client approved.
 * @param opened the image whose fields are on screen
 */
export function useCaptionsOpened(images: ImageView[], opened: ImageView | null): boolean {
  const [seen, setSeen] = useState(read);
  if (opened && hasCaption(opened) && !seen.includes(opened.id)) setSeen([...seen, opened.id].slice(-KEPT));
  useEffect(() => localStorage.setItem(KEY, seen.join(' ')), [seen]);
  return images.every(({ id, status }) => status === 'approved' || seen.includes(id));
}

function read(): string[] {
  return localStorage.getItem(KEY)?.split(' ') ?? [];
}
