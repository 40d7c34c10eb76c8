import { DEFAULT_BRAND_NAME, NAME_MAX, SETTINGS_DEFAULT_COLOR } from '@gmb-moments/backend/contract/limits';
import { pick } from '@gmb-moments/backend/contract/record-fields';
import type { SettingsView } from '@gmb-moments/backend/contract/settings';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Card, Form, Input } from 'antd';
import { COLOR_RULE, ColorField } from '../../ui/color-field';
import type { FieldViews, BasedOn, StoredRecord } from '../../ui/record-edits';
import { EditConflictAlert } from '../../ui/edit-conflict-alert';
import { SaveIcon } from '../../ui/icons';
import { LOGO_VIEW } from '../../ui/logo';
import { LogoField } from '../../ui/logo-field';
import { atMost } from '../../lib/characters';
import { isEditConflict, type HttpError } from '../../lib/http';
import { useLeaveGuard } from '../../ui/leave-guard';
import { RecordForm } from '../../ui/record-form';
import { useEdits } from '../../ui/use-edits';
import { useToastMutation } from '../../lib/toast-mutation';
import { brandingQuery, settingsQuery, updateSettings, type SettingsFields } from '../../records/settings';

const COLOR_HELP = `Buttons take this colour as it is; links and the menu have it darker or lighter where they could not be read. While it is the default, ${SETTINGS_DEFAULT_COLOR}, staff’s buttons are a deeper blue.`;

const FIELDS: FieldViews<SettingsFields> = { brandName: 'Brand Name', primaryColor: 'Primary Color', logo: LOGO_VIEW };

/** The card `Platform Branding`: logo, name and colour of the platform. */
export function BrandingCard({ settings }: { settings: SettingsView }) {
  const save = useSaveSettings(settings.logoUrl);
  const edits = useEdits(storedRecord(settings), save, { warnsBeforeTyping: true });
  const { guard } = useLeaveGuard(() => edits.isDirty);
  const submit = (fields: SettingsFields & BasedOn) =>
    save.mutate(fields, { onSuccess: (answer) => edits.saved(storedRecord(answer), fields) });
  return (
    <Card title={<h2 className="as-text">Platform Branding</h2>}>
      {guard}
      {edits.isDirty && <EditConflictAlert conflict={edits.conflict} style={{ marginBottom: 16 }} />}
      <RecordForm edits={edits} onSubmit={submit} disabled={false}>
        <Form.Item label="Logo" name="logo">
          <LogoField currentUrl={settings.logoUrl} />
        </Form.Item>
        <Form.Item label="Brand Name" name="brandName">
          <Input
            placeholder={DEFAULT_BRAND_NAME}
            count={atMost(NAME_MAX)}
            autoComplete="off"
            style={{ maxWidth: 420 }}
          />
        </Form.Item>
        <Form.Item
          label="Primary Color"
          name="primaryColor"
          rules={[{ required: true, ...COLOR_RULE }]}
          required={false}
          extra={COLOR_HELP}
        >
          <ColorField />
        </Form.Item>
        <Button type="primary" htmlType="submit" icon={<SaveIcon />} loading={save.isPending}>
          Save Settings
        </Button>
      </RecordForm>
    </Card>
  );
}

/** Returns a mutation that saves the settings and updates the caches, so that every page shows them at once. */
function useSaveSettings(logoUrl: string | null) {
  const queryClient = useQueryClient();
  return useToastMutation({
    mutationFn: ({ revision, ...fields }: SettingsFields & BasedOn) => updateSettings(fields, { logoUrl, revision }),
    success: ['Settings updated', 'Branding settings have been successfully updated.'],
    failure: (error) => ['Error', (error as Partial<HttpError>).body?.error ?? FAILED],
    onSuccess: async (settings) => {
      // Cancelled, because a running request may return older settings than this response.
      await queryClient.cancelQueries(settingsQuery);
      queryClient.setQueryData(settingsQuery.queryKey, settings);
      void queryClient.invalidateQueries(brandingQuery);
    },
    onError: (error) => isEditConflict(error) && queryClient.invalidateQueries(settingsQuery),
  });
}

const FAILED = 'Failed to update settings. Please try again.';

function storedRecord({ logoUrl, revision, editor, ...settings }: SettingsView): StoredRecord<SettingsFields> {
  const values = { ...pick(settings, ['brandName', 'primaryColor']), logo: logoUrl };
  return { values, revision, editor, what: 'the settings', fields: FIELDS };
}
