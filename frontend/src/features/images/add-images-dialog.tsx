import { IMAGES_PER_MOMENT } from '@gmb-moments/backend/contract/limits';
import { useEffect, useState } from 'react';
import { Dialog } from '../../components/dialog';
import { useLeaveGuard } from '../../lib/leave-guard';
import { toast } from '../../lib/toast';
import { DropZone } from './drop-zone';
import { useImageCache } from './image-cache';
import { sendToMoment } from './images.api';
import { UploadStatus } from './upload-status';
import { useUpload } from './use-upload';

interface Props {
  momentId: string;
  /** Images that the moment holds already. */
  held: number;
  onClose: () => void;
}

/** Adds images to a moment. Mount it to open it. */
export function AddImagesDialog({ momentId, held, onClose }: Props) {
  const [files, setFiles] = useState<File[]>([]);
  // The moment grows while batches arrive; how many fit was settled when the dialog opened.
  const [room] = useState(IMAGES_PER_MOMENT - held);
  const upload = useUpload();
  const { refresh } = useImageCache(momentId);
  const left = files.filter((file) => !upload.uploaded.has(file));
  const isUploading = upload.state === 'uploading';
  useFocusBack();
  const { askToLeave, guard } = useLeaveGuard(() => left.length > 0);

  function choose(chosen: File[]) {
    setFiles(chosen);
    upload.forgetFailure();
  }

  async function add(chosen: File[]) {
    setFiles(chosen);
    const outcome = await upload.run(chosen, sendToMoment(momentId));
    void refresh();
    if (outcome === 'stopped') return;
    if (outcome === 'failed') return toast.error('Error', 'Failed to add images');
    toast.success('Success', chosen.length === 1 ? '1 image added' : `${chosen.length} images added`);
    onClose();
  }

  return (
    <Dialog
      open
      title="Add More Images"
      width={720}
      okText={isUploading ? 'Uploading...' : addText(left.length)}
      okButtonProps={{ disabled: left.length === 0, loading: isUploading }}
      onOk={() => void add(files)}
      onCancel={() => askToLeave(onClose)}
      mask={{ closable: !isUploading }}
      centered
      // The thumbnails scroll, the buttons stay in sight.
      styles={{ body: { maxHeight: 'calc(100dvh - 180px)', overflow: 'hidden auto' } }}
    >
      {guard}
      <DropZone
        files={files}
        uploaded={upload.uploaded}
        refused={upload.refused}
        limit={room}
        disabled={isUploading}
        onChange={choose}
      />
      <UploadStatus upload={upload} files={files} onSend={(chosen) => void add(chosen)} />
    </Dialog>
  );
}

// The dialog is unmounted before it could give the focus back by itself.
function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    if (!(opener instanceof HTMLElement)) return undefined;
    return () => opener.focus({ preventScroll: true });
  }, [opener]);
}

function addText(count: number): string {
  if (count === 0) return 'Add Images';
  return count === 1 ? 'Add 1 Image' : `Add ${count} Images`;
}
