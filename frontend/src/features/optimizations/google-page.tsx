import type { ProfileView } from '@gmb-moments/backend/contract/profile';
import { SECTION_NAMES, SECTIONS, type Section } from '@gmb-moments/backend/contract/statuses';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { Link, useParams } from 'react-router-dom';
import type { Prefetch } from '../../lib/query-client';
import { profileAddress, profileQuery } from '../../records/optimizations';
import { CopyButton } from '../../ui/copy-button';
import { ExternalLinkIcon, SaveIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { Loading, Missing, QueryView } from '../../ui/placeholders';
import { ProgressBar } from '../../ui/progress-bar';
import { GoogleSection, UnapprovedSection } from './google-section';
import styles from './google.module.css';
import panes from './optimization.module.css';
import { SectionList } from './section-list';
import { titlesOf } from './sections';

/** Prefetches the first data of the page. */
export const prefetchGoogle: Prefetch = (client, { params: { id = '' } }) => client.prefetchQuery(profileQuery(id));

/**
 * The approved sections of an optimization, for copying into the Google profile and the website.
 */
export function GooglePage() {
  const { id = '' } = useParams();
  return (
    <QueryView
      query={useQuery(profileQuery(id))}
      failed="What is approved could not be loaded"
      loading={
        <Loading label="Loading what is approved">
          <Skeleton active paragraph={{ rows: 12 }} />
        </Loading>
      }
      missing={
        <Missing
          title="Optimization not found"
          action={<Link to="/gmb-optimizations">Back to GMB Optimizations</Link>}
        />
      }
    >
      {(profile) => <Profile profile={profile} />}
    </QueryView>
  );
}

function Profile({ profile }: { profile: ProfileView }) {
  const { optimizationId, businessName, gmbLink, sections } = profile;
  const next = sections.find((one) => !isApplied(profile, one.section))?.section;
  return (
    <div data-panes className={`stack ${panes['panes']}`}>
      <SectionList statusOf={(section) => (isApplied(profile, section) ? 'approved' : 'draft')} />
      <div className={`column shrink ${panes['work']}`}>
        <div className={`${panes['head']} ${styles['head']}`}>
          <PageHeader
            parent={{ title: businessName, path: `/gmb-optimizations/${optimizationId}` }}
            title="Ready for Google"
            subtitle={`${businessName} · ${approvalOf(profile)}`}
            actions={
              <>
                <Button icon={<SaveIcon />} href={profileAddress(optimizationId)} download="profile.json">
                  profile.json
                </Button>
                <Button onClick={() => window.print()}>Print</Button>
                {sections.length > 0 && <CopyButton text={textOf(profile)}>Copy everything</CopyButton>}
                {gmbLink && (
                  <Button icon={<ExternalLinkIcon />} href={gmbLink} target="_blank" rel="noopener noreferrer">
                    Open Google profile
                  </Button>
                )}
              </>
            }
          />
          <AppliedNote profile={profile} />
        </div>
        {SECTIONS.map((section) => {
          const approved = sections.find((one) => one.section === section);
          return approved ? (
            <GoogleSection key={section} profile={profile} approved={approved} isNext={section === next} />
          ) : (
            <UnapprovedSection key={section} optimizationId={optimizationId} section={section} />
          );
        })}
      </div>
    </div>
  );
}

function isApplied({ sections }: ProfileView, section: Section): boolean {
  return sections.find((one) => one.section === section)?.applied?.isCurrent ?? false;
}

function AppliedNote({ profile }: { profile: ProfileView }) {
  const count = SECTIONS.filter((section) => isApplied(profile, section)).length;
  return (
    <div role="status" className={`row numbers gap-12 ${styles['applied']}`}>
      <ProgressBar total={SECTIONS.length} parts={[{ tone: 'approved', count }]} />
      <strong>
        {count} of {SECTIONS.length} applied
      </strong>
    </div>
  );
}

/** A sentence about which sections are approved, by whom and when. */
function approvalOf({ sections, unapproved }: ProfileView): string {
  if (sections.length === 0) return 'Nothing is approved yet';
  const who = [...new Set(sections.map(({ approvedBy }) => approvedBy ?? 'the client'))];
  const last = sections
    .flatMap(({ approvedAt }) => approvedAt ?? [])
    .toSorted()
    .at(-1);
  const by = `approved by ${NAMES.format(who)}${last ? ` on ${DAY.format(new Date(last))}` : ''}`;
  return unapproved.length === 0
    ? `All ${SECTIONS.length} sections ${by}`
    : `${titlesOf(sections.map(({ section }) => section))} ${by}`;
}

const NAMES = new Intl.ListFormat('en', { type: 'conjunction' });
const DAY = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric' });

/** All approved sections as plain text, with their names. */
function textOf({ sections, faqs }: ProfileView): string {
  return sections
    .map(({ section, text }) => {
      const isPairs = section === 'faqs' && faqs;
      const plain = isPairs
        ? faqs.questions.map(({ question, answer }) => `${question}\n${answer}`).join('\n\n')
        : text;
      return `${SECTION_NAMES[section]}\n${plain}`;
    })
    .join('\n\n\n');
}
