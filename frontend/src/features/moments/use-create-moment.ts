import { useQueryClient } from '@tanstack/react-query';
import type { CreateMomentBody } from '@gmb-moments/backend/contract/moments';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { reasonOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { sendToNewMoment } from '../images/images.api';
import { useUpload } from '../images/use-upload';
import { createMoment } from './moments.api';

/** Creates a moment and uploads its images. Run again after a failure, it goes on with the moment that was made. */
export function useCreateMoment() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const upload = useUpload();
  const [momentId, setMomentId] = useState<string | null>(null);
  const [isCreating, setCreating] = useState(false);
  // Leaving is asked about in the very call that leaves, before a render.
  const done = useRef(false);

  async function momentFor(body: Pick<CreateMomentBody, 'title' | 'clientId'>): Promise<string> {
    if (momentId) return momentId;
    setCreating(true);
    const { id } = await createMoment(body).finally(() => setCreating(false));
    setMomentId(id);
    void client.invalidateQueries({ queryKey: ['/api/moments'] });
    return id;
  }

  function leaveFor(id: string) {
    done.current = true;
    // Read while the images were arriving, what is cached may be behind.
    void client.invalidateQueries({ queryKey: ['/api/moments'] });
    return navigate(`/moments/${id}`);
  }

  async function create(body: Pick<CreateMomentBody, 'title' | 'clientId'>, files: File[]) {
    try {
      const id = await momentFor(body);
      if ((await upload.run(files, sendToNewMoment(id))) !== 'done') return;
      toast.success('Success', 'Package created');
      await leaveFor(id);
    } catch (error) {
      toast.error('Error', reasonOf(error));
    }
  }

  return {
    create,
    upload,
    momentId,
    isBusy: isCreating || upload.state === 'uploading',
    isDone: () => done.current,
    /** Goes to the moment without the images that are not uploaded. */
    finish: () => (momentId ? leaveFor(momentId) : undefined),
  };
}
