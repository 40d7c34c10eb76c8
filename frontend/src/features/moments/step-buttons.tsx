import { Button } from 'antd';
import { ArrowLeftIcon, ArrowRightIcon } from '../../ui/icons';
import { Tooltip } from '../../ui/tooltip';
import { usePageState } from './page-state';

/** Goes from the image in the inspector to the one before or after it. */
export function StepButtons() {
  const { workbench } = usePageState();
  return (
    <>
      <Tooltip text="Previous photo (K)">
        <Button
          icon={<ArrowLeftIcon />}
          aria-label="Previous photo"
          disabled={workbench.isFirst}
          onClick={() => workbench.move(-1)}
        />
      </Tooltip>
      <Tooltip text="Next photo (J)">
        <Button
          icon={<ArrowRightIcon />}
          aria-label="Next photo"
          disabled={workbench.isLast}
          onClick={() => workbench.move(1)}
        />
      </Tooltip>
    </>
  );
}
