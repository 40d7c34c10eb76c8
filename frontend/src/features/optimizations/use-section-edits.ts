import type { OptimizationView, UpdateOptimizationBody } from '@gmb-moments/backend/contract/optimizations';
import { SECTION_NAMES, SECTIONS, type Section } from '@gmb-moments/backend/contract/statuses';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEdits, type StoredRecord } from '../../ui/edit-conflict';
import { refusedFields } from '../../ui/record-form';
import { isEditConflict, reasonOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import { optimizationLists, optimizationQuery, updateOptimization } from '../../records/optimizations';
import { SECTION_FORMS, suggestionFields, suggestionText } from './sections';

type Texts = Record<Section, string>;
type Refusals = Partial<Texts>;

/** The unsaved edits of the suggestions on a page, and what prevents that they are saved. */
export function useSectionEdits(optimization: OptimizationView) {
  const [refusals, setRefusals] = useState<Refusals>({});
  const save = useSave(optimization.id, setRefusals);
  const edits = useEdits(storedTexts(optimization), save);
  const { values, conflict } = edits;

  const edited = SECTIONS.filter((section) => edits.edited.includes(section));
  const isEdited = (section: Section) => edited.includes(section);
  const isConflict = (section: Section) =>
    isEdited(section) && Boolean(conflict.change?.conflicting.includes(section)) && !save.isPending;
  const problemOf = (section: Section) =>
    isEdited(section) ? SECTION_FORMS[section].problemOf(values[section]) || (refusals[section] ?? '') : '';

  return {
    edited,
    isSaving: save.isPending,
    textOf: (section: Section) => values[section],
    isEdited,
    /** Whether somebody else changed the suggestion since the edit began. */
    isConflict,
    problemOf,
    /** Why the edits cannot be saved now; `null` when they can. */
    blocked: blockedBy(edited, { isConflict, problemOf }),
    edit: (section: Section, text: string) => {
      setRefusals(({ [section]: _resolved, ...others }) => others);
      // Without an edit there is nothing to choose.
      if (text === suggestionText(optimization, section)) conflict.keepMine([section]);
      edits.edit({ [section]: text });
    },
    keepMine: (section: Section) => conflict.keepMine([section]),
    takeTheirs: (section: Section) => conflict.takeTheirs([section]),
    discard: edits.discard,
    save: () => {
      // A change that is not compared yet must not be overwritten.
      if (conflict.base!.revision < storedTexts(optimization).revision) return;
      const sent = Object.fromEntries(edited.map((section) => [section, values[section]]));
      save.mutate(bodyOf(sent, optimization), {
        onSuccess: (saved) => edits.saved(storedTexts(saved), sent),
      });
    },
  };
}

export type SectionEdits = ReturnType<typeof useSectionEdits>;

function useSave(id: string, onRefused: (refusals: Refusals) => void) {
  const queryClient = useQueryClient();
  const { queryKey } = optimizationQuery(id);
  return useToastMutation({
    mutationFn: (body: UpdateOptimizationBody) => updateOptimization(id, body),
    success: ['Saved', 'Changes saved successfully'],
    failure: (error) => ['Failed to save changes', reasonOf(error)],
    onSuccess: (optimization) => {
      queryClient.setQueryData(queryKey, (old) => old && { ...old, optimization });
      // A live event that came before the answer may be newer than it.
      void queryClient.invalidateQueries({ queryKey, exact: true });
      void queryClient.invalidateQueries(optimizationLists);
    },
    onError: async (error) => {
      onRefused(refusalsOf(error));
      // The live event of the other change may not have arrived.
      if (isEditConflict(error)) await queryClient.invalidateQueries({ queryKey, exact: true });
    },
  });
}

/** Versions only grow, so their sum counts the changes of all sections. */
function storedTexts(optimization: OptimizationView): StoredRecord<Texts> {
  const texts = SECTIONS.map((section) => [section, suggestionText(optimization, section)]);
  const revision = SECTIONS.reduce((sum, section) => sum + optimization.sectionVersions[section], 0);
  return { values: Object.fromEntries(texts), revision, editor: null, what: 'the suggestion', fields: SECTION_NAMES };
}

function bodyOf(texts: Partial<Texts>, { sectionVersions }: OptimizationView): UpdateOptimizationBody {
  const sections = SECTIONS.filter((section) => texts[section] !== undefined);
  const suggestions = sections.map((section) => suggestionFields(section, texts[section]!));
  const versions = sections.map((section) => [section, sectionVersions[section]]);
  return { ...Object.assign({}, ...suggestions), sectionVersions: Object.fromEntries(versions) };
}

function refusalsOf(error: unknown): Refusals {
  const messages = new Map(refusedFields(error).map(({ field, message }) => [field, message]));
  return Object.fromEntries(SECTIONS.map((section) => [section, messages.get(`${section}Suggestion`)]));
}

function blockedBy(
  edited: Section[],
  { isConflict, problemOf }: { isConflict: (section: Section) => boolean; problemOf: (section: Section) => string },
): { section: Section; reason: string } | null {
  const conflict = edited.find(isConflict);
  if (conflict) {
    const reason = `${SECTION_NAMES[conflict]} was changed meanwhile: choose which version to keep.`;
    return { section: conflict, reason };
  }
  const wrong = edited.find((section) => problemOf(section) !== '');
  return wrong ? { section: wrong, reason: `${SECTION_NAMES[wrong]}: ${problemOf(wrong)}` } : null;
}
