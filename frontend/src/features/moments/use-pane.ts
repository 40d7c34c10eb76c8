import { useState } from 'react';
import { useKeptChoice } from '../../lib/kept-choice';
import { useIsWide } from '../../lib/media';

/** Whether the inspector stands beside the images, where there is room. */
export const useKeptInspector = () => useKeptChoice('moment-inspector', ['open', 'closed']);

/**
 * What stands beside the images, or lies over the page where there is no room: the inspector of the selected image, or sharing.
 * Beside the images the inspector is open until it is closed there, which is remembered; over the page it opens on request.
 * @param isSelected whether an image is selected; without one there is nothing to inspect
 * @param isRequested whether the inspector is to be open at first
 */
export function usePane(isSelected: boolean, isRequested: boolean) {
  const hasRoomBeside = useIsWide();
  const [kept, keep] = useKeptInspector();
  const [isOver, setOver] = useState(isRequested);
  const [isSharing, setSharing] = useState(false);
  const isOpen = hasRoomBeside ? kept === 'open' : isOver;
  const setOpen = (open: boolean) => (hasRoomBeside ? keep(open ? 'open' : 'closed') : setOver(open));

  function showInspector() {
    setSharing(false);
    setOpen(true);
  }

  return {
    hasRoomBeside,
    isInspecting: isSelected && isOpen && !isSharing,
    isSharing,
    showInspector,
    /** Shows what was selected by a click: an inspector that was closed beside the images stays closed. */
    showSelected: () => {
      setSharing(false);
      if (!hasRoomBeside) setOver(true);
    },
    closeInspector: () => setOpen(false),
    toggleInspector: () => (isSharing || !isOpen ? showInspector() : setOpen(false)),
    toggleSharing: () => setSharing(!isSharing),
    closeSharing: () => setSharing(false),
  };
}
