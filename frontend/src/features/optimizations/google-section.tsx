import { SECTION_FIELDS } from '@gmb-moments/backend/contract/optimization-fields';
import type { ProfileSection, ProfileView } from '@gmb-moments/backend/contract/profile';
import { SECTION_NAMES, type Section } from '@gmb-moments/backend/contract/statuses';
import { lengthOf } from '@gmb-moments/backend/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useToastMutation } from '../../lib/toast-mutation';
import { applySection, profileQuery, takeSectionBack } from '../../records/optimizations';
import { useCan } from '../../records/permissions';
import { CopyButton } from '../../ui/copy-button';
import { RelativeTime } from '../../ui/relative-time';
import { TagList } from '../../ui/tag-list';
import styles from './google.module.css';
import panes from './optimization.module.css';
import { paneId } from './section-list';
import { countText } from '../../lib/count-text';

/** Where each section is entered. */
const PROFILE_PLACES: Record<Section, string> = {
  description: 'Edit profile › About › Description',
  services: 'Edit services',
  serviceAreas: 'Edit profile › Location › Service area',
  faqs: 'For the website: Google has no field for them',
  keywords: 'For posts and captions: Google has no field for them',
};

interface Props {
  profile: ProfileView;
  approved: ProfileSection;
  /** Whether this is the first section that is not applied yet. */
  isNext: boolean;
}

/** An approved section: its text with Copy, its maximum length, and whether it is applied. */
export function GoogleSection({ profile, approved, isNext }: Props) {
  const { section, text } = approved;
  const [form, setForm] = useState<Form>('jsonLd');
  const markup = section === 'faqs' && profile.faqs ? profile.faqs[form] : null;
  const copy = markup === null ? 'Copy' : `Copy ${FORMS[form]}`;
  return (
    <Pane
      section={section}
      forms={
        markup !== null && (
          <Segmented<Form>
            aria-label="Form of the FAQs"
            value={form}
            options={(['html', 'jsonLd'] as const).map((value) => ({ value, label: FORMS[value] }))}
            onChange={setForm}
            className={styles['forms'] ?? ''}
          />
        )
      }
      side={
        <>
          <div className="row wrap between gap-8">
            <CopyButton
              type={isNext ? 'primary' : 'default'}
              text={markup ?? text}
              aria-label={`${copy}: ${SECTION_NAMES[section]}`}
            >
              {copy}
            </CopyButton>
            <span className="muted small numbers">{countOf(approved, profile)}</span>
          </div>
          <CopiedMark optimizationId={profile.optimizationId} approved={approved} />
        </>
      }
    >
      {markup === null ? (
        <Text approved={approved} />
      ) : (
        <textarea readOnly dir="ltr" rows={8} aria-label={`FAQs as ${FORMS[form]}`} value={markup} />
      )}
    </Pane>
  );
}

/** A section that is not approved. Its text is not shown, so that nobody copies it. */
export function UnapprovedSection({ optimizationId, section }: { optimizationId: string; section: Section }) {
  return (
    <Pane section={section} side={null}>
      <p className="muted">
        Not approved yet. <Link to={`/gmb-optimizations/${optimizationId}`}>Open the optimization</Link>
      </p>
    </Pane>
  );
}

interface PaneProps {
  section: Section;
  forms?: ReactNode;
  side: ReactNode;
  children: ReactNode;
}

function Pane({ section, forms, side, children }: PaneProps) {
  return (
    <section
      id={paneId(section)}
      tabIndex={-1}
      aria-label={SECTION_NAMES[section]}
      className={`stack gap-12 ${panes['section']} ${styles['section']}`}
    >
      <div className={`stack shrink gap-8 ${styles['text']}`}>
        <div className={`row wrap gap-4-8 ${panes['heading']}`}>
          <h2 className="heading">{SECTION_NAMES[section]}</h2>
          <span className="muted small">{PROFILE_PLACES[section]}</span>
          {forms}
        </div>
        {children}
      </div>
      <div className={`stack shrink gap-8 ${styles['side']}`}>{side}</div>
    </section>
  );
}

type Form = 'html' | 'jsonLd';
const FORMS: Record<Form, string> = { html: 'HTML', jsonLd: 'JSON-LD' };

/** Services have a Copy button each, because Google's form has a field for each. */
function Text({ approved: { section, text, lines } }: Pick<Props, 'approved'>) {
  if (section === 'keywords') return <TagList tags={lines} />;
  if (section !== 'services') {
    return (
      <p dir="auto" className="anywhere pre-line">
        {section === 'serviceAreas' ? lines.join(', ') : text}
      </p>
    );
  }
  return (
    <ul className={`flex wrap gap-6 ${styles['services']}`}>
      {lines.map((service) => (
        <li key={service}>
          <CopyButton text={service} aria-label={`Copy ${service}`} className={styles['service'] ?? ''}>
            <bdi>{service}</bdi> <span className="muted small numbers">{lengthOf(service)}</span>
          </CopyButton>
        </li>
      ))}
    </ul>
  );
}

function countOf({ section, text, lines }: ProfileSection, { faqs }: ProfileView): string {
  if (section === 'description') return `${lengthOf(text)}/${SECTION_FIELDS.description.max}`;
  if (section === 'services') return `longest ${Math.max(...lines.map(lengthOf))}/${SECTION_FIELDS.services.max}`;
  if (section === 'serviceAreas') return `${lines.length} of ${SECTION_FIELDS.serviceAreas.items} areas`;
  if (section === 'keywords') return countText(lines.length, 'keyword');
  const count = faqs?.questions.length ?? 0;
  return count === 0 ? '' : countText(count, 'question');
}

function CopiedMark({
  optimizationId,
  approved: { section, version, applied },
}: Pick<Props, 'approved'> & { optimizationId: string }) {
  const queryClient = useQueryClient();
  const mayMark = useCan('review.deliver');
  const mark = useToastMutation({
    mutationFn: (isApplied: boolean) =>
      isApplied ? applySection(optimizationId, section, version) : takeSectionBack(optimizationId, section),
    onSuccess: (profile: ProfileView) => queryClient.setQueryData(profileQuery(optimizationId).queryKey, profile),
    refresh: [profileQuery(optimizationId)],
  });
  const isChecked = mark.isPending ? mark.variables : (applied?.isCurrent ?? false);
  if (!mayMark && !applied) return <span className="muted small">Not applied yet</span>;
  return (
    <label className={`flex top gap-8 ${styles['mark']}`}>
      <input
        type="checkbox"
        aria-label={`Applied: ${SECTION_NAMES[section]}`}
        checked={isChecked}
        disabled={!mayMark}
        onChange={({ target }) => mark.mutate(target.checked)}
      />
      <span className="grid">
        <strong>Applied</strong>
        <span className="muted small">
          {applied ? (
            <>
              {!applied.isCurrent && 'An earlier version: '}
              <bdi>{applied.by ?? 'Staff'}</bdi>, <RelativeTime date={applied.at} />
            </>
          ) : (
            'Tick it once it is live.'
          )}
        </span>
      </span>
    </label>
  );
}
