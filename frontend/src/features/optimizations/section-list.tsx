import { SECTION_NAMES, SECTIONS, type ItemStatus, type Section } from '@gmb-moments/backend/contract/statuses';
import { StatusIcon } from '../../ui/status-tag';
import styles from './optimization.module.css';

/** Element id of a section's pane. */
export function paneId(section: Section): string {
  return `section-${section}`;
}

interface Props {
  statusOf: (section: Section) => ItemStatus | 'draft';
  /** Called before the page scrolls to the section. */
  onChoose?: (section: Section) => void;
}

/** Links to the five sections with their states, beside the page on wide windows. */
export function SectionList({ statusOf, onChoose }: Props) {
  const show = (section: Section) => {
    onChoose?.(section);
    const pane = document.getElementById(paneId(section));
    pane?.scrollIntoView({ block: 'start' });
    pane?.focus({ preventScroll: true });
  };
  return (
    <nav aria-label="Sections" className={styles['nav']}>
      <ul className="grid gap-2">
        {SECTIONS.map((section) => (
          <li key={section}>
            <button type="button" className="row wide gap-10" onClick={() => show(section)}>
              <StatusIcon status={statusOf(section)} />
              {SECTION_NAMES[section]}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
