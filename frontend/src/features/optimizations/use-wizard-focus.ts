import { useEffect, useRef, type RefObject } from 'react';
import type { WizardState } from './use-wizard';

/** Leads the focus to a new step, to a field that the server refused, and back to where it was when saving failed. */
export function useWizardFocus({ form, step, busy, refused }: WizardState, area: RefObject<HTMLElement | null>): void {
  const shown = useRef(step);
  const origin = useRef<Element>(null);

  useEffect(() => {
    if (busy) {
      origin.current = document.activeElement;
      return;
    }
    // Fields are disabled while saving, and lose the focus by it.
    const { current } = origin;
    if (document.activeElement === document.body && current instanceof HTMLElement) current.focus();
  }, [busy]);

  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // From the top, so that the step's heading is not left above the first field.
    window.scrollTo({ top: 0 });
    area.current?.querySelector<HTMLElement>('input, textarea, [tabindex="-1"]')?.focus({ preventScroll: true });
  }, [step, area]);

  useEffect(() => {
    if (refused.length === 0) return;
    form.setFields(refused.map(({ field, message }) => ({ name: field as never, errors: [message] })));
    form.scrollToField(refused[0]!.field, { focus: true, block: 'center' });
  }, [refused, form]);
}
