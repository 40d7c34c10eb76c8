import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OptimizationView, UpdateOptimizationBody } from '@gmb-moments/backend/contract/optimizations';
import { SECTION_NAMES, SECTIONS, type Section } from '@gmb-moments/backend/contract/statuses';
import { useState } from 'react';
import { HttpError, reasonOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { optimizationQuery, refreshOptimizationList, updateOptimization } from './optimizations.api';
import { SECTION_FORMS, suggestionFields, suggestionText } from './sections';

/** What was typed into a section's editor and is not saved. */
interface Edit {
  text: string;
  /** Version of the suggestion that the edit started from. */
  version: number;
}

type Edits = Readonly<Partial<Record<Section, Edit>>>;

/** The unsaved edits of a page: live changes never touch them, and whoever typed chooses what becomes of them. */
export function useSectionEdits(optimization: OptimizationView) {
  const [typed, setTyped] = useState<Edits>({});
  const [refusals, setRefusals] = useState<Partial<Record<Section, string>>>({});
  const save = useSave(optimization.id, {
    onSaved: (saved) => setTyped((now) => withoutSaved(now, saved)),
    onRefused: setRefusals,
  });

  const edits = unsaved(typed, optimization);
  const edited = SECTIONS.filter((section) => edits[section]);
  // What this page is saving right now comes back as a live change: that is no conflict.
  const isConflict = (section: Section) => !save.isPending && hasMoved(optimization, section, edits[section]);
  const problemOf = (section: Section) => {
    const edit = edits[section];
    return edit ? SECTION_FORMS[section].problemOf(edit.text) || (refusals[section] ?? '') : '';
  };

  return {
    edited,
    isSaving: save.isPending,
    textOf: (section: Section) => edits[section]?.text ?? suggestionText(optimization, section),
    isEdited: (section: Section) => edits[section] !== undefined,
    /** Whether the suggestion was changed by somebody else since the edit began. */
    isConflict,
    problemOf,
    /** Why the edits cannot be saved now; `null` when they can. */
    blocked: blockedBy(edited, { isConflict, problemOf }),
    edit: (section: Section, text: string) => {
      setRefusals(({ [section]: _solved, ...others }) => others);
      setTyped((now) => withText(now, optimization, section, text));
    },
    /** Saves over what somebody else wrote meanwhile. */
    keepMine: (section: Section) => setTyped((now) => rebased(now, optimization, section)),
    discard: (section: Section) => setTyped(({ [section]: _dropped, ...others }) => others),
    discardAll: () => setTyped({}),
    save: () => save.mutate(edits),
  };
}

export type SectionEdits = ReturnType<typeof useSectionEdits>;

interface SaveHandlers {
  onSaved: (saved: Edits) => void;
  onRefused: (refusals: Partial<Record<Section, string>>) => void;
}

function useSave(id: string, { onSaved, onRefused }: SaveHandlers) {
  const client = useQueryClient();
  const { queryKey } = optimizationQuery(id);
  return useMutation({
    mutationFn: (edits: Edits) => updateOptimization(id, bodyOf(edits)),
    onSuccess: (optimization, saved) => {
      client.setQueryData(queryKey, (old) => old && { ...old, optimization });
      // What happened while the answer was on its way may have been shown before it.
      void client.invalidateQueries({ queryKey, exact: true });
      void refreshOptimizationList(client);
      onSaved(saved);
      toast.success('Saved', 'Changes saved successfully');
    },
    onError: async (error) => {
      toast.error('Failed to save changes', reasonOf(error));
      onRefused(refusalsOf(error));
      // Whoever saved first is to be seen, also when the live event of it has not arrived.
      if (error instanceof HttpError && error.code === 'SECTION_CHANGED') {
        await client.invalidateQueries({ queryKey, exact: true });
      }
    },
  });
}

function bodyOf(edits: Edits): UpdateOptimizationBody {
  const sections = SECTIONS.filter((section) => edits[section]);
  const texts = sections.map((section) => suggestionFields(section, edits[section]!.text));
  const versions = sections.map((section) => [section, edits[section]!.version]);
  return { ...Object.assign({}, ...texts), sectionVersions: Object.fromEntries(versions) };
}

function refusalsOf(error: unknown): Partial<Record<Section, string>> {
  if (!(error instanceof HttpError)) return {};
  return Object.fromEntries(
    SECTIONS.flatMap((section) => {
      const refused = error.details.find(({ field }) => field === `${section}Suggestion`);
      return refused ? [[section, refused.message]] : [];
    }),
  );
}

// Whoever typed the same as is saved has nothing to save, or to choose.
function unsaved(edits: Edits, optimization: OptimizationView): Edits {
  return Object.fromEntries(
    Object.entries(edits).filter(([section, { text }]) => text !== suggestionText(optimization, section as Section)),
  );
}

function hasMoved(optimization: OptimizationView, section: Section, edit: Edit | undefined): boolean {
  return edit !== undefined && edit.version !== optimization.sectionVersions[section];
}

function withText(edits: Edits, optimization: OptimizationView, section: Section, text: string): Edits {
  const before = unsaved(edits, optimization)[section];
  return { ...edits, [section]: { text, version: before?.version ?? optimization.sectionVersions[section] } };
}

function rebased(edits: Edits, optimization: OptimizationView, section: Section): Edits {
  const edit = edits[section];
  return edit ? { ...edits, [section]: { ...edit, version: optimization.sectionVersions[section] } } : edits;
}

// What was typed on while the save was under way is not saved.
function withoutSaved(now: Edits, saved: Edits): Edits {
  return Object.fromEntries(Object.entries(now).filter(([section, edit]) => edit !== saved[section as Section]));
}

interface Obstacles {
  isConflict: (section: Section) => boolean;
  problemOf: (section: Section) => string;
}

function blockedBy(
  edited: Section[],
  { isConflict, problemOf }: Obstacles,
): { section: Section; reason: string } | null {
  const conflict = edited.find(isConflict);
  if (conflict) {
    const reason = `${SECTION_NAMES[conflict]} was changed meanwhile: choose which version to keep.`;
    return { section: conflict, reason };
  }
  const wrong = edited.find((section) => problemOf(section) !== '');
  return wrong ? { section: wrong, reason: `${SECTION_NAMES[wrong]}: ${problemOf(wrong)}` } : null;
}
