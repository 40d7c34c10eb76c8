import { DEFAULT_BRAND_NAME, NAME_MAX, SETTINGS_DEFAULT_COLOR } from '@gmb-moments/backend/contract/limits';
import type { SettingsView } from '@gmb-moments/backend/contract/settings';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Card, Form, Input } from 'antd';
import { COLOR_RULE, ColorField } from '../../ui/color-field';
import { useEdits, type FieldViews, type StoredRecord } from '../../ui/edit-conflict';
import { EditConflictAlert, focusConflict } from '../../ui/edit-conflict-alert';
import { SaveIcon } from '../../ui/icons';
import { LOGO_VIEW } from '../../ui/logo';
import { LogoField } from '../../ui/logo-field';
import { atMost } from '../../lib/characters';
import { HttpError, isEditConflict } from '../../lib/http';
import { useLeaveGuard } from '../../ui/leave-guard';
import { useToastMutation } from '../../lib/toast-mutation';
import { brandingQuery, settingsQuery, updateSettings, type SettingsFields } from '../../records/settings';

const COLOR_HELP = `Buttons take this colour as it is; links and the menu have it darker or lighter where they could not be read. While it is the default, ${SETTINGS_DEFAULT_COLOR}, staff’s buttons are a deeper blue.`;

const FIELDS: FieldViews<SettingsFields> = { brandName: 'Brand Name', primaryColor: 'Primary Color', logo: LOGO_VIEW };

/** The card `Platform Branding`: logo, name and colour of the platform. */
export function BrandingCard({ settings }: { settings: SettingsView }) {
  const save = useSaveSettings();
  const branding = useEdits(storedRecord(settings), save);
  const { values, edited, conflict, edit } = branding;
  const isEdited = edited.length > 0;
  const { guard } = useLeaveGuard(() => isEdited);
  const isColor = COLOR_RULE.pattern.test(values.primaryColor);
  const colorProblem = isColor ? problemOf(save.error, 'primaryColor') : COLOR_RULE.message;
  const nameProblem = problemOf(save.error, 'brandName');
  const submit = () => {
    if (conflict.hasConflict) return focusConflict();
    if (!isColor || save.isPending) return undefined;
    const stored = { logoUrl: settings.logoUrl, revision: conflict.base?.revision };
    return save.mutate({ values, stored }, { onSuccess: (answer) => branding.saved(storedRecord(answer), values) });
  };
  return (
    <Card title={<h2 style={{ margin: 0, font: 'inherit' }}>Platform Branding</h2>}>
      {guard}
      {isEdited && <EditConflictAlert conflict={conflict} style={{ marginBottom: 16 }} />}
      <Form layout="vertical" onFinish={submit}>
        <Form.Item label="Logo" htmlFor="logo">
          <LogoField id="logo" value={values.logo} currentUrl={settings.logoUrl} onChange={(logo) => edit({ logo })} />
        </Form.Item>
        <Form.Item label="Brand Name" htmlFor="brandName" validateStatus={nameProblem && 'error'} help={nameProblem}>
          <Input
            id="brandName"
            value={values.brandName}
            placeholder={DEFAULT_BRAND_NAME}
            count={atMost(NAME_MAX)}
            autoComplete="off"
            onChange={(event) => edit({ brandName: event.target.value })}
            style={{ maxWidth: 420 }}
          />
        </Form.Item>
        <Form.Item
          label="Primary Color"
          htmlFor="primaryColor"
          validateStatus={colorProblem && 'error'}
          help={colorProblem && <span role="alert">{colorProblem}</span>}
          extra={COLOR_HELP}
        >
          <ColorField
            id="primaryColor"
            value={values.primaryColor}
            onChange={(primaryColor) => edit({ primaryColor })}
          />
        </Form.Item>
        <Button type="primary" htmlType="submit" icon={<SaveIcon />} loading={save.isPending}>
          Save Settings
        </Button>
      </Form>
    </Card>
  );
}

type SaveRequest = { values: SettingsFields; stored: Parameters<typeof updateSettings>[1] };

/** Saves the settings; every page shows them at once. */
function useSaveSettings() {
  const queryClient = useQueryClient();
  return useToastMutation({
    mutationFn: ({ values, stored }: SaveRequest) => updateSettings(values, stored),
    success: ['Settings updated', 'Branding settings have been successfully updated.'],
    failure: (error) => ['Error', (error as Partial<HttpError>).body?.error ?? FAILED],
    onSuccess: async (settings) => {
      // A read that is under way may be older than this answer.
      await queryClient.cancelQueries(settingsQuery);
      queryClient.setQueryData(settingsQuery.queryKey, settings);
      void queryClient.invalidateQueries(brandingQuery);
    },
    onError: (error) => isEditConflict(error) && queryClient.invalidateQueries(settingsQuery),
  });
}

const FAILED = 'Failed to update settings. Please try again.';

/** Why the server refused a field, until the next attempt. */
function problemOf(error: unknown, field: string): string | undefined {
  return error instanceof HttpError ? error.details.find((detail) => detail.field === field)?.message : undefined;
}

function storedRecord({
  brandName,
  primaryColor,
  logoUrl,
  revision,
  editor,
}: SettingsView): StoredRecord<SettingsFields> {
  const values = { brandName, primaryColor, logo: logoUrl };
  return { values, revision, editor, what: 'the settings', fields: FIELDS };
}
