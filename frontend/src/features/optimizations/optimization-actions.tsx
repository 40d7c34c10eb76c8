import { BulbOutlined, HistoryOutlined } from '../../components/icons';
import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDelete } from '../../components/confirm-delete';
import { reasonOf } from '../../lib/http';
import { deletionOf } from '../../lib/live';
import { toast } from '../../lib/toast';
import { HistoryDrawer } from '../history/history-drawer';
import { deleteOptimization, optimizationQuery, refreshOptimizationList } from './optimizations.api';
import { missingSections } from './sections';
import type { Generation } from './use-generation';
import { wizardDrafts } from './wizard-draft-storage';

interface Props {
  optimization: OptimizationView;
  generation: Generation;
  /** Called when it is gone, before the page is left. */
  onDeleted: () => void;
}

/** The buttons that concern the optimization as a whole. */
export function OptimizationActions({ optimization, generation, onDeleted }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {generation.isIdle && missingSections(optimization).length > 0 && (
        <Button
          type={optimization.status === 'draft' ? 'default' : 'primary'}
          icon={<BulbOutlined />}
          onClick={() => generation.start.mutate()}
        >
          Generate missing suggestions
        </Button>
      )}
      <Button icon={<HistoryOutlined />} onClick={() => setOpen(true)}>
        History
      </Button>
      <DeleteOptimization optimization={optimization} onDeleted={onDeleted} />
      <HistoryDrawer
        subject={{ path: '/api/gmb-optimizations', id: optimization.id }}
        open={open}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

function DeleteOptimization({ optimization: { id, businessName }, onDeleted }: Omit<Props, 'generation'>) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { queryKey } = optimizationQuery(id);
  const remove = useMutation({
    mutationKey: deletionOf(queryKey),
    mutationFn: () => deleteOptimization(id),
    onSuccess: () => {
      wizardDrafts.drop(id);
      void refreshOptimizationList(client);
      toast.success('Deleted');
      onDeleted();
      return navigate('/gmb-optimizations');
    },
    onError: (error) => {
      toast.error('Failed to delete GMB optimization', reasonOf(error));
      // It may be gone nevertheless.
      return client.invalidateQueries({ queryKey });
    },
  });
  return (
    <ConfirmDelete
      label={`Delete ${businessName}`}
      title="Delete this optimization?"
      text={`The optimization of “${businessName}” is deleted with all of its suggestions, and its public preview link stops working. This cannot be undone.`}
      onConfirm={() => remove.mutateAsync()}
    >
      Delete
    </ConfirmDelete>
  );
}
