import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { SECTION_NAMES, type Section } from '@gmb-moments/backend/contract/statuses';
import { Button } from 'antd';
import { EditIcon, SendIcon } from '../../ui/icons';
import { Note } from './optimization-notes';
import { SectionContent } from './section-content';
import { focusEditor } from './section-editor';
import { useResubmit } from './use-resubmit';
import type { SectionEdits } from './use-section-edits';
import { useCan } from '../../records/permissions';

interface Props {
  optimization: OptimizationView;
  section: Section;
  edits: SectionEdits;
}

/**
 * The AI's draft for a rejected section, which the client sees after resubmitting; renders nothing without a draft.
 */
export function SectionDraft({ optimization, section, edits }: Props) {
  const draft = optimization.sectionDrafts[section];
  const resubmit = useResubmit(optimization, section);
  const mayEdit = useCan('review.edit');
  if (draft === null) return null;
  const edit = () => {
    edits.edit(section, draft);
    focusEditor(section);
  };
  return (
    <Note
      role="note"
      type="info"
      title="Draft: the client does not see it yet"
      description={
        <div className="column gap-12">
          <SectionContent section={section} text={draft} none="" />
          {mayEdit && (
            <div className="flex wrap gap-8">
              <Button
                icon={<SendIcon />}
                aria-label={`Resubmit ${SECTION_NAMES[section]}`}
                loading={resubmit.isPending}
                onClick={resubmit.begin}
              >
                Resubmit
              </Button>
              <Button
                icon={<EditIcon />}
                title="Puts it into the editor; Save Changes puts it before the client"
                onClick={edit}
              >
                Edit
              </Button>
            </div>
          )}
          {resubmit.dialog}
        </div>
      }
    />
  );
}
