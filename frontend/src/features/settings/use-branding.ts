import type { SettingsView } from '@gmb-moments/backend/contract/settings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isEditedMeanwhile, useEditedRow, type StoredRow } from '../../components/edited-row';
import { shownLogo } from '../../components/logo-change';
import { HttpError } from '../../lib/http';
import { toast } from '../../lib/toast';
import { brandingQuery, settingsQuery, updateSettings, type SettingsFields } from './settings.api';

const FAILED = 'Failed to update settings. Please try again.';

/** What the form edits, with the logo by its address. */
export interface BrandingRow {
  brandName: string;
  primaryColor: string;
  logo: File | string | null;
}

/** The branding form: the settings with the edits on top, so that what is not edited follows the colleagues' changes. */
export function useBranding(settings: SettingsView) {
  const [edits, setEdits] = useState<Partial<SettingsFields>>({});
  const saved = { brandName: settings.brandName, primaryColor: settings.primaryColor, logo: null };
  const values: SettingsFields = { ...saved, ...edits };
  const save = useSaveSettings({
    onSaved: (answer, sent) => {
      row.saved(storedRow(answer));
      setEdits((current) => without(current, sent));
    },
  });
  const row = useEditedRow(storedRow(settings), {
    typed: (base) => ({
      brandName: edits.brandName ?? base.brandName,
      primaryColor: edits.primaryColor ?? base.primaryColor,
      logo: shownLogo(edits.logo ?? null, base.logo),
    }),
    // What is not edited shows what is stored.
    fill: (stored) => setEdits((current) => withoutFields(current, stored)),
    isSaving: save.isPending,
  });
  return {
    values,
    isDirty: Object.entries(values).some(([name, value]) => value !== saved[name as keyof SettingsFields]),
    isSaving: save.isPending,
    /** What colleagues change meanwhile. */
    row,
    isRefused: isEditedMeanwhile(save.error) && !save.isPending,
    /** Why the server refused a field, until the next attempt. */
    problem: (field: string) => problemOf(save.error, field),
    edit: (changes: Partial<SettingsFields>) => setEdits((current) => ({ ...current, ...changes })),
    save: () => !save.isPending && save.mutate({ ...values, revision: row.base?.revision }),
  };
}

/** Saves the settings; every page shows them at once. */
function useSaveSettings({ onSaved }: { onSaved: (answer: SettingsView, sent: SettingsFields) => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: updateSettings,
    onSuccess: async (settings, sent) => {
      // A read that is under way may be older than this answer.
      await client.cancelQueries({ queryKey: settingsQuery.queryKey });
      client.setQueryData(settingsQuery.queryKey, settings);
      onSaved(settings, sent);
      toast.success('Settings updated', 'Branding settings have been successfully updated.');
      await client.invalidateQueries({ queryKey: brandingQuery.queryKey });
    },
    onError: async (error) => {
      toast.error('Error', serverMessage(error) ?? FAILED);
      // Whoever was faster is to be seen, also when the live event of it has not arrived.
      if (isEditedMeanwhile(error)) await client.invalidateQueries({ queryKey: settingsQuery.queryKey });
    },
  });
}

function storedRow({ brandName, primaryColor, logoUrl, revision, editor }: SettingsView): StoredRow<BrandingRow> {
  return { values: { brandName, primaryColor, logo: logoUrl }, revision, editor };
}

function withoutFields(edits: Partial<SettingsFields>, stored: Partial<BrandingRow>): Partial<SettingsFields> {
  return Object.fromEntries(Object.entries(edits).filter(([name]) => !(name in stored)));
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
