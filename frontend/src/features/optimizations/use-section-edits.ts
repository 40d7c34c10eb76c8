import type { OptimizationView, UpdateOptimizationBody } from '@gmb-moments/backend/contract/optimizations';
import { pick } from '@gmb-moments/backend/contract/record-fields';
import { SECTION_NAMES, SECTIONS, type Section } from '@gmb-moments/backend/contract/statuses';
import { useQueryClient } from '@tanstack/react-query';
import type { StoredRecord } from '../../ui/record-edits';
import { useEdits } from '../../ui/use-edits';
import { isEditConflict, reasonOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import { optimizationLists, optimizationQuery, updateOptimization } from '../../records/optimizations';
import { SECTION_FORMS, suggestionFields, suggestionText } from './sections';

/** The suggestions by field name of the API. */
type Texts = Record<`${Section}Suggestion`, string>;

/** The unsaved edits of all suggestions, and why they cannot be saved. */
export function useSectionEdits(optimization: OptimizationView) {
  const save = useSave(optimization.id);
  const edits = useEdits(storedTexts(optimization), save);
  const { values, conflict, refusals } = edits;

  const edited = SECTIONS.filter((section) => edits.edited.includes(fieldOf(section)));
  const isEdited = (section: Section) => edited.includes(section);
  const isConflict = (section: Section) =>
    Boolean(conflict.change?.conflicting.includes(fieldOf(section))) && !save.isPending;
  const problemOf = (section: Section) => {
    if (!isEdited(section)) return '';
    const field = fieldOf(section);
    return SECTION_FORMS[section].problemOf(values[field]) || (refusals[field] ?? '');
  };

  return {
    edited,
    isSaving: save.isPending,
    textOf: (section: Section) => values[fieldOf(section)],
    isEdited,
    /** Whether somebody else changed the suggestion during the edit. */
    isConflict,
    problemOf,
    /** Why the edits cannot be saved; `null` if they can. */
    blocked: blockedBy(edited, { isConflict, problemOf }),
    edit: (section: Section, text: string) => edits.edit({ [fieldOf(section)]: text }),
    keepMine: (section: Section) => conflict.keepMine([fieldOf(section)]),
    takeTheirs: (section: Section) => conflict.takeTheirs([fieldOf(section)]),
    discard: edits.discard,
    save: () => {
      const sent = edits.typed;
      save.mutate(bodyOf(edited, values, optimization), {
        onSuccess: (saved) => edits.saved(storedTexts(saved), sent),
      });
    },
  };
}

export type SectionEdits = ReturnType<typeof useSectionEdits>;

function useSave(id: string) {
  const queryClient = useQueryClient();
  const { queryKey } = optimizationQuery(id);
  return useToastMutation({
    mutationFn: (body: UpdateOptimizationBody) => updateOptimization(id, body),
    success: ['Saved', 'Changes saved successfully'],
    failure: (error) => ['Failed to save changes', reasonOf(error)],
    onSuccess: (optimization) => {
      queryClient.setQueryData(queryKey, (old) => old && { ...old, optimization });
      // A live event before the response may have newer data.
      void queryClient.invalidateQueries({ queryKey, exact: true });
      void queryClient.invalidateQueries(optimizationLists);
    },
    onError: async (error) => {
      // The live event about the other edit may not have arrived yet.
      if (isEditConflict(error)) await queryClient.invalidateQueries({ queryKey, exact: true });
    },
  });
}

const fieldOf = (section: Section) => `${section}Suggestion` as const;

/** The sum of all versions as a revision: versions only grow, so it changes with each section. */
function storedTexts(optimization: OptimizationView): StoredRecord<Texts> {
  const revision = SECTIONS.reduce((sum, section) => sum + optimization.sectionVersions[section], 0);
  return {
    values: byField((section) => suggestionText(optimization, section)),
    revision,
    editor: null,
    what: 'the suggestion',
    fields: byField((section) => SECTION_NAMES[section]),
  };
}

function byField(valueOf: (section: Section) => string): Texts {
  return Object.fromEntries(SECTIONS.map((section) => [fieldOf(section), valueOf(section)])) as Texts;
}

function bodyOf(sections: Section[], texts: Texts, { sectionVersions }: OptimizationView): UpdateOptimizationBody {
  const suggestions = sections.map((section) => suggestionFields(section, texts[fieldOf(section)]));
  return { ...Object.assign({}, ...suggestions), sectionVersions: pick(sectionVersions, sections) };
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
