import { presentBrand, publicOrigin } from '../agencies/agency.present.js';
import { DEFAULT_AGENCY_NAME, PREVIEW_DEFAULT_COLOR } from '../contract/limits.js';
import type {
  OptimizationListItem,
  OptimizationView,
  SectionsView,
  WebsiteScanView,
} from '../contract/optimizations.js';
import { CURRENT_TEXTS, SECTION_FIELDS } from '../contract/optimization-fields.js';
import { pick, suffixed, type ValuesOf } from '../contract/record-fields.js';
import type { ReviewOptimizationView } from '../contract/review.js';
import { SECTIONS, type Section } from '../contract/statuses.js';
import { presentDone } from '../reviews/done.js';
import type { OptimizationSection } from './optimization-section.entity.js';
import { RECORD_FIELDS, type Optimization } from './optimization.entity.js';
import { recordFingerprint } from './suggestion-input.js';

const DEFAULT_BRAND = { name: DEFAULT_AGENCY_NAME, primaryColor: PREVIEW_DEFAULT_COLOR };

/** The optimization in a list; its client must be loaded. */
export function presentOptimizationListItem(optimization: Optimization): OptimizationListItem {
  return {
    id: optimization.id,
    clientId: optimization.clientId,
    client: { id: optimization.clientId, business: optimization.client?.business ?? '' },
    businessName: optimization.businessName,
    status: optimization.status,
    currentStep: optimization.currentStep,
    sharedAt: optimization.sharedAt?.toISOString() ?? null,
    openedAt: optimization.openedAt?.toISOString() ?? null,
    dueOn: optimization.dueOn,
    daysLeft: optimization.daysLeft,
    createdAt: optimization.createdAt.toISOString(),
  };
}

/** The optimization on its own page; its sections, client and agency must be loaded. */
export function presentOptimization(optimization: Optimization): OptimizationView {
  const record = recordFingerprint(optimization);
  return {
    ...presentOptimizationListItem(optimization),
    ...pick(optimization, RECORD_FIELDS),
    ...sectionsOf(optimization),
    publicLink: optimization.publicLink,
    publicOrigin: publicOrigin(optimization.client?.agency),
    websiteScan: scanOf(optimization),
    done: presentDone(optimization.done),
    throttledUntil: optimization.throttledUntil?.toISOString() ?? null,
    revision: optimization.edits.revision,
    editor: optimization.edits.editor,
    sectionEditors: ofEach(optimization, ({ editor }) => editor),
    sectionDrafts: ofEach(optimization, ({ openDraft }) => openDraft),
    handwrittenSections: SECTIONS.filter((name) => optimization.section(name).isByHand),
    outdatedSections: SECTIONS.filter((name) => optimization.section(name).isOutdated(record)),
  };
}

/** The optimization, as its reviewer sees it; its sections, client and agency must be loaded. */
export function presentReviewOptimization(optimization: Optimization): ReviewOptimizationView {
  const { id, publicLink, businessName, status, dueOn } = optimization;
  return {
    optimization: {
      id,
      publicLink,
      businessName,
      status,
      dueOn,
      ...pick(optimization, CURRENT_TEXTS),
      ...sectionsOf(optimization),
      isDone: optimization.done !== null,
      unwrittenSections: SECTIONS.filter((name) => optimization.section(name).unwritten !== ''),
    },
    client: { business: optimization.client?.business ?? '' },
    branding: presentBrand(optimization.client?.agency, DEFAULT_BRAND),
  };
}

/**
 * Like `presentReviewOptimization`, for reviewers with a link of their own: `publicLink` is the id, since they do not
 * get the open link.
 */
export function presentNamedReview(optimization: Optimization): ReviewOptimizationView {
  const view = presentReviewOptimization(optimization);
  return { ...view, optimization: { ...view.optimization, publicLink: optimization.id } };
}

function sectionsOf(optimization: Optimization): SectionsView {
  return {
    ...suffixed(
      ofEach(optimization, ({ decision }) => decision.status),
      'Approved',
    ),
    ...suffixed(
      ofEach(optimization, ({ decision }) => decision.feedback),
      'Feedback',
    ),
    ...suffixed(ofEach(optimization, suggestionOf) as ValuesOf<typeof SECTION_FIELDS>, 'Suggestion'),
    earlierSuggestions: ofEach(optimization, ({ revisedFrom }) => revisedFrom),
    sectionReplies: ofEach(optimization, ({ decision }) => decision.reply),
    sectionVersions: ofEach(optimization, ({ decision }) => decision.version),
    decisionRevisions: ofEach(optimization, ({ decision }) => decision.decisionRevision),
  };
}

function suggestionOf({ section, suggestion }: OptimizationSection): string | string[] {
  return SECTION_FIELDS[section].kind === 'tags' ? suggestion.split('\n').filter(Boolean) : suggestion;
}

/** Maps each section to a value, by its name. */
function ofEach<Value>(
  optimization: Optimization,
  valueOf: (section: OptimizationSection) => Value,
): Record<Section, Value> {
  const entries = SECTIONS.map((name) => [name, valueOf(optimization.section(name))]);
  return Object.fromEntries(entries) as Record<Section, Value>;
}

function scanOf({ websiteScan }: Optimization): WebsiteScanView | null {
  if (!websiteScan) return null;
  const { url, state, at } = websiteScan;
  return { url, state, at, note: websiteScan.state === 'failed' ? websiteScan.note : '' };
}
