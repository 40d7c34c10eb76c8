import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { aiActor } from '../access/actor.js';
import { EVERYTHING } from '../access/scope.js';
import { Ai, type SuggestionDraft } from '../ai/ai.js';
import { SECTION_NAMES, type Section } from '../contract/statuses.js';
import { NewRounds } from '../reviews/new-rounds.js';
import { newSections, sectionStandings } from './new-sections.js';
import { notifyOfFailures } from '../notifications/topics/run.js';
import { sanitizeJson, sanitizeSentence, sanitizeText } from '../platform/sanitize-text.js';
import { reason, type Reason } from '../runs/reason.js';
import type { Run, RunItem } from '../runs/run.entity.js';
import { lockRun } from '../runs/run-lease.js';
import {
  type ItemEnd,
  type ItemInput,
  type LoadedItem,
  type Outcome,
  type RunAndItem,
  type RunHandler,
  type RunKind,
} from '../runs/run-kind.js';
import { WebsiteError } from '../websites/address-policy.js';
import { WebsiteReader } from '../websites/website-reader.js';
import { findOptimization, getOptimization } from './find-optimization.js';
import type { SectionState } from './optimization-section.entity.js';
import { Optimization, type WebsiteScan } from './optimization.entity.js';
import { saveOptimization, saveOutcome, saveScan } from './save-optimization.js';
import { recordFingerprint, suggestionInput } from './suggestion-input.js';

/** A run writes suggestions for sections of an optimization; the key of an item is the section. */
export const SUGGESTIONS: RunKind<SuggestionsPayload, SuggestionItemPayload> = {
  name: 'optimizations',
  subject: Optimization,
  attempts: 1,
  ended: (manager, run) => notifyOfFailures(manager, run),
};

/** `generate` writes the sections that had no suggestion; `regenerate` writes one again, with what staff asked for. */
export interface SuggestionsPayload {
  mode: 'generate' | 'regenerate';
  feedback: string;
  /**
   * Whether the suggestion is stored as a draft, which reviewers do not see. Missing in runs of earlier versions.
   */
  asDraft?: boolean;
}

/** The section's state when the suggestion was requested; if the section has changed since, the suggestion is dropped. */
export interface SuggestionItemPayload {
  seen: SectionState;
}

type SuggestionsRun = Run<SuggestionsPayload>;
type SuggestionItem = RunItem<SuggestionItemPayload>;
type LoadedSuggestion = LoadedItem<SuggestionsPayload, SuggestionItemPayload, Optimization>;

/** Writes suggestions with the AI. Drops a suggestion if its section was changed meanwhile. */
@Injectable()
export class SuggestionsHandler implements RunHandler<
  SuggestionsPayload,
  SuggestionItemPayload,
  Optimization,
  SuggestionDraft
> {
  readonly concurrency = 4;
  private readonly logger = new Logger('Websites');

  constructor(
    private readonly db: DataSource,
    private readonly ai: Ai,
    private readonly websites: WebsiteReader,
    private readonly newRounds: NewRounds,
  ) {}

  /** Reads the client's website, unless it was read before. After a failure, each run tries again. */
  async prepare(run: SuggestionsRun, signal: AbortSignal): Promise<void> {
    const optimization = await findOptimization(this.db.manager, { id: run.subjectId });
    if (!optimization || optimization.website === '' || optimization.scannedSite) return;
    const { website, websiteScan } = optimization;
    if (websiteScan?.url === website && run.payload.mode === 'regenerate') return;
    const scan = await this.scan(website, signal);
    await this.db.transaction(async (manager) => {
      await lockRun(manager, SUGGESTIONS, run);
      await saveScan(manager, run.subjectId, scan);
    });
  }

  /**
   * Reads a website; a failure is a part of the result, since suggestions are possible without it.
   * @throws only if the signal aborts
   */
  private async scan(url: string, signal: AbortSignal): Promise<WebsiteScan> {
    const at = new Date().toISOString();
    try {
      const site = sanitizeJson(await this.websites.read(url, signal), { lines: true });
      return { state: 'read', url, at, site };
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof WebsiteError) return { state: 'failed', url, at, note: sanitizeSentence(error.message) };
      this.logger.error(error instanceof Error ? error.stack : String(error));
      return { state: 'failed', url, at, note: new WebsiteError('what it answered is not understood').message };
    }
  }

  /** Keywords are written first, because the other sections use them. */
  inGroups(items: SuggestionItem[]): SuggestionItem[][] {
    const isKeywords = ({ key }: SuggestionItem): boolean => key === 'keywords';
    return [items.filter(isKeywords), items.filter((item) => !isKeywords(item))];
  }

  async load({
    run,
    item,
  }: RunAndItem<SuggestionsPayload, SuggestionItemPayload>): Promise<ItemInput<Optimization> | { skip: Reason }> {
    const optimization = await findOptimization(this.db.manager, { id: run.subjectId });
    const section = item.key as Section;
    if (!optimization) return { skip: reason('NOT_FOUND', 'Optimization not found') };
    if (!optimization.section(section).isAsSeen(item.payload.seen)) return { skip: changed(section) };
    const failureText = `The suggestion for ${SECTION_NAMES[section]} could not be written`;
    return { input: optimization, failureText, where: `optimization ${run.subjectId}` };
  }

  perform({ run, item, input }: LoadedSuggestion, signal: AbortSignal): Promise<SuggestionDraft> {
    return this.ai.draftSuggestion(suggestionInput(input, item.key as Section, run.payload.feedback), signal);
  }

  async save(
    manager: EntityManager,
    { run, item, input: loaded }: LoadedSuggestion,
    outcome: Outcome<SuggestionDraft>,
  ): Promise<ItemEnd> {
    const section = item.key as Section;
    const optimization = await getOptimization(manager, run.subjectId, EVERYTHING);
    const current = optimization.section(section);
    if (!current.isAsSeen(item.payload.seen)) return { state: 'skipped', reason: changed(section) };
    if ('failure' in outcome) {
      if (current.suggestion === '') await saveOutcome(manager, current, { unwritten: outcome.failure.message });
      return { state: 'failed', reason: outcome.failure };
    }
    const { provider } = outcome.output;
    const suggestion = sanitizeText(outcome.output.suggestion, { lines: true });
    if (run.payload.asDraft) {
      const draft = { suggestion, provider, writtenFrom: recordFingerprint(loaded) };
      await saveOutcome(manager, current, { draft });
      return { state: 'done' };
    }
    const before = sectionStandings([current]);
    const by = aiActor(provider);
    const changes = { suggestion: current.suggest(suggestion, { by, writtenFrom: recordFingerprint(loaded) }) };
    await saveOptimization(manager, optimization, by, [
      { action: 'section.suggested', item: { id: section }, changes, feedback: run.payload.feedback },
    ]);
    await this.newRounds.add(manager, run.subjectId, newSections(before, [current]));
    return { state: 'done' };
  }
}

function changed(section: Section): Reason {
  const message = `The section ${SECTION_NAMES[section]} was changed meanwhile, so the new suggestion was dropped.`;
  return reason('SECTION_CHANGED', message);
}
