import type { OptimizationListItem } from '@gmb-moments/backend/contract/optimizations';
import { OPTIMIZATION_STEPS } from '@gmb-moments/backend/contract/statuses';
import { theme } from 'antd';
import { readable } from '../../lib/contrast';

/** How far an optimization is, in the words of spec 2. */
export function OptimizationProgress({ status, currentStep }: Pick<OptimizationListItem, 'status' | 'currentStep'>) {
  const { token } = theme.useToken();
  if (status === 'completed') {
    return <span style={{ color: readable(token.colorSuccessText, token.colorBgContainer) }}>✓ Complete</span>;
  }
  return (
    <span>{`Step ${currentStep}/${OPTIMIZATION_STEPS.length}: ${OPTIMIZATION_STEPS[currentStep - 1] ?? ''}`}</span>
  );
}
