import { NAME_MAX } from '@gmb-moments/backend/contract/limits';
import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { Typography } from 'antd';
import { useNavigate } from 'react-router-dom';
import { FormDialog } from '../../ui/form-dialog';
import { firstCharacters } from '../../lib/characters';
import { useIdempotencyKeys } from '../../lib/idempotency-key';
import { useToastMutation } from '../../lib/toast-mutation';
import { clientsQuery } from '../../records/clients';
import { MomentTitleItem } from './rename-moment-dialog';
import { duplicateMoment, momentLists } from '../../records/moments';

const SUFFIX = ' (copy)';

/** Makes a copy of a moment, and goes to it. Mount it to open it. */
export function DuplicateMomentDialog({ moment, onClose }: { moment: MomentView; onClose: () => void }) {
  const navigate = useNavigate();
  const keyOf = useIdempotencyKeys();
  const duplicate = useToastMutation({
    mutationFn: ({ title }: Pick<MomentView, 'title'>) => duplicateMoment(moment.id, { title }, keyOf(title)),
    success: ({ title }) => ['Success', `“${title}” was created.`],
    failure: 'Failed to duplicate moment',
    onSuccess: ({ id }) => {
      onClose();
      return navigate(`/moments/${id}`);
    },
    refresh: [momentLists, clientsQuery],
  });
  return (
    <FormDialog
      title="Duplicate Package"
      submitText="Duplicate"
      pendingText="Duplicating..."
      save={duplicate}
      record={{ values: { title: `${firstCharacters(moment.title, NAME_MAX - SUFFIX.length)}${SUFFIX}` } }}
      onClose={onClose}
    >
      <Typography.Paragraph type="secondary">
        The copy is a new package of the same client with all photos, captions and addresses. Decisions, feedback and
        the shared link stay with this one.
      </Typography.Paragraph>
      <MomentTitleItem />
    </FormDialog>
  );
}
