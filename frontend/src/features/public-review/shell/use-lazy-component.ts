import { useState, type ComponentType } from 'react';
import { useSay } from '../../../lib/texts/say';
import { toast } from '../../../lib/toast';

/**
 * A component that is loaded when it is first needed, so that the page is there sooner; where it cannot be loaded, a
 * toast says so, and the next call tries again.
 */
export function useLazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
): [component: ComponentType<Props> | undefined, need: () => void] {
  const say = useSay();
  const [component, setComponent] = useState<ComponentType<Props>>();
  const need = () => {
    if (component) return;
    load().then(
      (loaded) => setComponent(() => loaded),
      (error: Error) => toast.error(say.text('error'), say.reasonOf(error)),
    );
  };
  return [component, need];
}
