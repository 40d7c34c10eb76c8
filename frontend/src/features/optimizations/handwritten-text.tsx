import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import type { Section } from '@gmb-moments/backend/contract/statuses';
import { Note } from './optimization-notes';
import { SectionContent } from './section-content';
import { suggestionText } from './sections';

/** The suggestion of a section that staff wrote, to be read before it is replaced; nothing where the AI wrote it. */
export function HandwrittenText({ optimization, section }: { optimization: OptimizationView; section: Section }) {
  if (!optimization.handwrittenSections.includes(section)) return null;
  return (
    <Note
      type="warning"
      title={`${optimization.sectionEditors[section] ?? 'Staff'} wrote this by hand. The history keeps it, with Restore.`}
      description={<SectionContent section={section} text={suggestionText(optimization, section)} none="" />}
    />
  );
}
