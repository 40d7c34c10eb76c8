import { Button } from 'antd';
import { ArrowLeftIcon, ArrowRightIcon } from '../../ui/icons';
import { Tooltip } from '../../ui/tooltip';
import { usePage, useView } from './use-page';

const STEPS = [
  { name: 'Previous photo', delta: -1, icon: <ArrowLeftIcon />, key: 'K' },
  { name: 'Next photo', delta: 1, icon: <ArrowRightIcon />, key: 'J' },
] as const;

interface Props {
  /** Called instead of selecting the previous or next photo. */
  onStep?: (delta: 1 | -1) => void;
  /** Whether the tooltips name the shortcuts with Alt, which work in form fields. */
  isInForm?: boolean;
}

/** Buttons that select the previous and the next photo. */
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
