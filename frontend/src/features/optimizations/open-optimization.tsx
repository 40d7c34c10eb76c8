import { EditOutlined, EyeOutlined } from '@ant-design/icons';
import type { OptimizationListItem } from '@gmb-moments/backend/contract/optimizations';
import { Button } from 'antd';
import type { MouseEvent } from 'react';
import { useHref, useNavigate } from 'react-router-dom';
import { wizardDrafts, wizardPath } from './wizard-draft-storage';

/** Where an optimization is gone on with: in its wizard while this browser holds the draft, otherwise on its page (spec 2). */
export function pathOfOptimization({ id, status }: Pick<OptimizationListItem, 'id' | 'status'>): string {
  return status !== 'completed' && wizardDrafts.has(id) ? wizardPath(id) : `/gmb-optimizations/${id}`;
}

/** Continue or View: a link that looks like a button and opens in this tab without loading the application again. */
export function OpenOptimization({ optimization }: { optimization: OptimizationListItem }) {
  const path = pathOfOptimization(optimization);
  const href = useHref(path);
  const navigate = useNavigate();
  const isDone = optimization.status === 'completed';
  const word = isDone ? 'View' : 'Continue';
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(path);
  };
  return (
    <Button
      icon={isDone ? <EyeOutlined /> : <EditOutlined />}
      href={href}
      aria-label={`${word} ${optimization.businessName}`}
      onClick={follow}
    >
      {word}
    </Button>
  );
}
