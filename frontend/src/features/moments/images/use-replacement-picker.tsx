import type { ImageView } from '@gmb-moments/backend/contract/images';
import { useRef, useState } from 'react';
import { Confirm } from '../../../ui/confirm';
import { ACCEPTED_TYPES } from './chosen-files';

/**
 * `start` opens a file dialog for an image's replacement; for an approved image, it asks first. Render `element`
 * somewhere.
 */
export function useReplacementPicker(image: ImageView, onFile: (file: File) => void) {
  const input = useRef<HTMLInputElement>(null);
  const [isAsking, setAsking] = useState(false);
  const browse = () => input.current?.click();
  const element = (
    <>
      {isAsking && (
        <Confirm
          title="The client approved this image."
          confirmText="Choose picture"
          onConfirm={browse}
          onClose={() => setAsking(false)}
        >
          Another picture sets it back to pending approval.
        </Confirm>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED_TYPES}
        aria-label="Replacement image"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
  return { start: image.status === 'approved' ? () => setAsking(true) : browse, element };
}
