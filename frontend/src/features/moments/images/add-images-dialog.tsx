import { IMAGES_PER_MOMENT } from '@gmb-moments/backend/contract/limits';
import { useState } from 'react';
import { Dialog, DialogButtons } from '../../../ui/dialog';
import { useLeaveGuard } from '../../../ui/leave-guard';
import { toast } from '../../../lib/toast';
import { DropZone } from './drop-zone';
import { useImageCache } from './use-image-actions';
import { sendToMoment } from '../../../records/images';
import { UploadBar, UploadFailure, UploadWarnings } from './upload-status';
import { useUpload } from './use-upload';
import { countText } from '../../../lib/count-text';

interface Props {
  momentId: string;
  /** Number of images in the moment. */
  imageCount: number;
  onClose: () => void;
}

/** Uploads more images to a moment. Mount it to open it. */
export function AddImagesDialog({ momentId, imageCount, onClose }: Props) {
  // The limit is fixed when the dialog opens, because `imageCount` grows during the upload.
  const [room] = useState(IMAGES_PER_MOMENT - imageCount);
  const upload = useUpload();
  const { refresh } = useImageCache();
  const { files, left } = upload;
  const isUploading = upload.state === 'uploading';
  const { confirmLeave, guard } = useLeaveGuard(() => left.length > 0);

  async function add(chosen: File[]) {
    const outcome = await upload.run(chosen, sendToMoment(momentId));
    void refresh();
    if (outcome === 'stopped') return;
    if (outcome === 'failed') return toast.error('Error', 'Failed to add images');
    toast.success('Success', `${countText(chosen.length, 'image')} added`);
    onClose();
  }

  return (
    <Dialog
      title="Add More Images"
      width={720}
      isLong
      onClose={() => confirmLeave(onClose)}
      footer={
        <DialogButtons
          submitText={isUploading ? 'Uploading...' : addText(left.length)}
          isDisabled={left.length === 0}
          isSending={isUploading}
          onSubmit={() => void add(files)}
          onCancel={() => confirmLeave(onClose)}
        />
      }
    >
      {guard}
      <DropZone upload={upload} limit={room} disabled={isUploading} />
      {upload.state !== 'idle' && (
        <div className="column gap-8">
          <UploadBar upload={upload} />
          <UploadFailure upload={upload} onSend={(chosen) => void add(chosen)} />
          <UploadWarnings upload={upload} />
        </div>
      )}
    </Dialog>
  );
}

function addText(count: number): string {
  if (count === 0) return 'Add Images';
  return `Add ${countText(count, 'Image')}`;
}
