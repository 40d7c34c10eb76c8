import { Button } from 'antd';
import { ArrowLeftIcon, ArrowRightIcon } from '../../ui/icons';
import { Tooltip } from '../../ui/tooltip';
import { usePage, useView } from './use-page';

const STEPS = [
  { name: 'Previous photo', delta: -1, icon: <ArrowLeftIcon />, key: 'K' },
  { name: 'Next photo', delta: 1, icon: <ArrowRightIcon />, key: 'J' },
] as const;

interface Props {
  /** Goes to the photo before or after the selected one, where there is one; only selects it if this is left out. */
  onStep?: (delta: 1 | -1) => void;
  /** Whether they stand in a form, in whose fields the keys are held with Alt. */
  isInForm?: boolean;
}

/** Goes from the selected photo to the one before or after it. */
export function StepButtons({ onStep, isInForm = false }: Props) {
  const { move } = usePage();
  const { at, shown } = useView();
  return STEPS.map(({ name, delta, icon, key }) => (
    <Tooltip key={name} text={isInForm ? `${name} (${key}, in fields Alt+${key})` : `${name} (${key})`}>
      <Button
        icon={icon}
        aria-label={name}
        disabled={delta < 0 ? at <= 0 : at >= shown.length - 1}
        onClick={() => (onStep ?? move)(delta)}
      />
    </Tooltip>
  ));
}
