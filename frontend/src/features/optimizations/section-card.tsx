import { ReloadOutlined } from '../../components/icons';
import type { OptimizationDetail, OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { approvalOf, SECTION_NAMES, type Section } from '@gmb-moments/backend/contract/statuses';
import { Button, Card, Flex, Typography } from 'antd';
import { useState, type ReactNode } from 'react';
import { RegenerateDialog } from './regenerate-dialog';
import { SectionBadge } from './section-badge';
import { SectionContent } from './section-content';
import { SectionEditor } from './section-editor';
import { ClientFeedback, ConflictNote, OutcomeNote, OutdatedNote } from './section-notes';
import { SECTION_FORMS, suggestionText } from './sections';
import type { Generation } from './use-generation';
import type { SectionEdits } from './use-section-edits';

interface Props {
  section: Section;
  detail: OptimizationDetail;
  edits: SectionEdits;
  generation: Generation;
}

/** One section: what is on the profile beside what is suggested, and what the client said. */
export function SectionCard({ section, detail, edits, generation }: Props) {
  const { optimization } = detail;
  const title = SECTION_NAMES[section];
  const { hint, none, currentOf } = SECTION_FORMS[section];
  const [asking, setAsking] = useState(false);
  const isWriting = generation.isWriting(section);
  return (
    <Card
      role="region"
      aria-label={title}
      aria-busy={isWriting}
      styles={{ body: { display: 'flex', flexDirection: 'column', gap: 16 } }}
    >
      <div>
        <Heading
          section={section}
          optimization={optimization}
          isWriting={isWriting}
          onRegenerate={() => setAsking(true)}
        />
        {hint && <Typography.Text type="secondary">{hint}</Typography.Text>}
      </div>
      <ClientFeedback optimization={optimization} section={section} />
      <OutcomeNote outcome={generation.outcomeOf(section)} isMissing={suggestionText(optimization, section) === ''} />
      {optimization.outdatedSections.includes(section) && !isWriting && (
        <OutdatedNote section={section} onWriteAgain={() => setAsking(true)} />
      )}
      <div style={SIDE_BY_SIDE}>
        <Column label="Current">
          <SectionContent section={section} text={currentOf(detail)} none={none} />
        </Column>
        <Column label="AI Suggestion">
          <Flex vertical gap="small">
            <div>
              <SectionEditor section={section} edits={edits} isWriting={isWriting} />
            </div>
            {/* Below the editor, so that it does not move away from under whoever is typing. */}
            <ConflictNote optimization={optimization} section={section} edits={edits} />
          </Flex>
        </Column>
      </div>
      <RegenerateDialog
        section={section}
        optimization={optimization}
        hasUnsavedEdits={edits.isEdited(section)}
        regenerate={generation.regenerate}
        open={asking}
        onClose={() => setAsking(false)}
      />
    </Card>
  );
}

const SIDE_BY_SIDE = {
  display: 'grid',
  gap: 24,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 300px), 1fr))',
  alignItems: 'start',
} as const;

interface HeadingProps {
  section: Section;
  optimization: OptimizationView;
  isWriting: boolean;
  onRegenerate: () => void;
}

function Heading({ section, optimization, isWriting, onRegenerate }: HeadingProps) {
  const title = SECTION_NAMES[section];
  return (
    <Flex wrap justify="space-between" align="start" gap="small">
      <Flex wrap align="center" gap="small" style={{ minWidth: 0, flex: '1 1 160px' }}>
        <Typography.Title level={2} style={{ fontSize: 18, margin: 0 }}>
          {title}
        </Typography.Title>
        <SectionBadge approval={approvalOf(optimization, section)} />
      </Flex>
      <Button icon={<ReloadOutlined />} loading={isWriting} aria-label={`Regenerate ${title}`} onClick={onRegenerate}>
        Regenerate
      </Button>
    </Flex>
  );
}

function Column({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Typography.Text strong style={{ display: 'block', marginBottom: 6 }}>
        {label}
      </Typography.Text>
      {children}
    </div>
  );
}
