import { Button } from 'antd';
import { ArrowLeftIcon, ArrowRightIcon } from '../../ui/icons';
import { withKey } from '../../lib/keys';
import { Tooltip } from '../../ui/tooltip';
import { KEYS } from './moment-keys';
import { usePageState } from './page-state';

/** Goes from the image in the inspector to the one before or after it. */
export function StepButtons() {
  const { workbench } = usePageState();
  return (
    <>
      <Tooltip text={withKey('Previous photo', KEYS.previous)}>
        <Button
          icon={<ArrowLeftIcon />}
          aria-label="Previous photo"
          disabled={workbench.isFirst}
          onClick={() => workbench.move(-1)}
        />
      </Tooltip>
      <Tooltip text={withKey('Next photo', KEYS.next)}>
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
