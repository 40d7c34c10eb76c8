import type { SettingsView } from '@gmb-moments/backend/contract/settings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { HttpError } from '../../lib/http';
import { toast } from '../../lib/toast';
import { brandingQuery, settingsQuery, updateSettings, type SettingsFields } from './settings.api';

const FAILED = 'Failed to update settings. Please try again.';

/** The branding form: the settings with the edits on top, so that what is not edited follows the colleagues' changes. */
export function useBranding(settings: SettingsView) {
  const [edits, setEdits] = useState<Partial<SettingsFields>>({});
  const saved = { brandName: settings.brandName, primaryColor: settings.primaryColor, logo: null, removeLogo: false };
  const values: SettingsFields = { ...saved, ...edits };
  const save = useSaveSettings({ onSaved: (sent) => setEdits((current) => without(current, sent)) });
  return {
    values,
    isDirty: Object.entries(values).some(([name, value]) => value !== saved[name as keyof SettingsFields]),
    isSaving: save.isPending,
    /** Why the server refused a field, until the next attempt. */
    problem: (field: string) => problemOf(save.error, field),
    edit: (changes: Partial<SettingsFields>) => setEdits((current) => ({ ...current, ...changes })),
    save: () => !save.isPending && save.mutate(values),
  };
}

/** Saves the settings; every page shows them at once. */
function useSaveSettings({ onSaved }: { onSaved: (sent: SettingsFields) => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: updateSettings,
    onSuccess: async (settings, sent) => {
      // A read that is under way may be older than this answer.
      await client.cancelQueries({ queryKey: settingsQuery.queryKey });
      client.setQueryData(settingsQuery.queryKey, settings);
      onSaved(sent);
      toast.success('Settings updated', 'Branding settings have been successfully updated.');
      await client.invalidateQueries({ queryKey: brandingQuery.queryKey });
    },
    onError: (error) => toast.error('Error', serverMessage(error) ?? FAILED),
  });
}

/** What was entered while the form was being saved is not saved yet. */
function without(edits: Partial<SettingsFields>, sent: SettingsFields): Partial<SettingsFields> {
  return Object.fromEntries(
    Object.entries(edits).filter(([name, value]) => value !== sent[name as keyof SettingsFields]),
  );
}

function serverMessage(error: unknown): string | undefined {
  return error instanceof HttpError ? error.body?.error : undefined;
}

function problemOf(error: unknown, field: string): string | undefined {
  return error instanceof HttpError ? error.details.find((detail) => detail.field === field)?.message : undefined;
}
