import { Steps, theme } from 'antd';
import type { CSSProperties } from 'react';
import { textOn } from '../../lib/contrast';
import { useIsMobile } from '../../lib/media';
import { brandFill } from '../../lib/theme';

/** The wizard's steps, by their place (spec 2). */
export const BASICS = 0;
export const GMB_DATA = 1;
export const REVIEW = 2;

export const WIZARD_STEPS = [
  { title: 'Basic Info', content: 'Business details' },
  { title: 'Current GMB Data', content: 'Existing information' },
  { title: 'Review & Submit', content: 'Finalize optimization' },
] as const;

// A third of a phone's width takes no title of three words in one line.
const TIGHT = { itemTitle: { paddingInline: 8, fontSize: 13, lineHeight: 1.3, whiteSpace: 'normal' } } as const;

/** Where in the wizard one is; on a phone the step's own heading says what it is about. */
export function WizardSteps({ current }: { current: number }) {
  const isMobile = useIsMobile();
  const { token } = theme.useToken();
  const { fill, edge } = brandFill(token);
  // Antd takes one colour for the filled circle, the tick of a step that is done and the line between them.
  const style = {
    '--ant-cmp-steps-item-icon-active-bg-color': fill,
    '--ant-cmp-steps-item-icon-active-border-color': edge,
    '--ant-cmp-steps-item-icon-active-text-color': textOn(fill),
  } as CSSProperties;
  return (
    <Steps
      current={current}
      responsive={false}
      size={isMobile ? 'small' : 'medium'}
      titlePlacement={isMobile ? 'vertical' : 'horizontal'}
      items={WIZARD_STEPS.map(({ title, content }) => (isMobile ? { title, style } : { title, content, style }))}
      styles={isMobile ? TIGHT : undefined}
      style={{ marginBottom: 24 }}
    />
  );
}
