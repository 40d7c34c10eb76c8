import { SaveOutlined } from '../../components/icons';
import { DEFAULT_BRAND_NAME, NAME_MAX, SETTINGS_DEFAULT_COLOR } from '@gmb-moments/backend/contract/limits';
import type { SettingsView } from '@gmb-moments/backend/contract/settings';
import { Button, Card, Form, Input } from 'antd';
import { ChangedMeanwhile, focusRivalNote, type FieldViews } from '../../components/changed-meanwhile';
import { COLOR_RULE, ColorField } from '../../components/color-field';
import { Logo } from '../../components/logo';
import { LogoField } from '../../components/logo-field';
import { useLeaveGuard } from '../../lib/leave-guard';
import { atMost } from '../../lib/characters';
import { useBranding, type BrandingRow } from './use-branding';

const COLOR_HELP = `Buttons take this colour as it is; links and the menu have it darker or lighter where they could not be read. The default is ${SETTINGS_DEFAULT_COLOR}.`;

const FIELDS: FieldViews<BrandingRow> = {
  brandName: 'Brand Name',
  primaryColor: 'Primary Color',
  logo: { label: 'Logo', show: (url) => <Logo source={String(url)} size={48} alt="The logo in use now" /> },
};

/** The card `Platform Branding`: logo, name and colour of the platform. */
export function BrandingCard({ settings }: { settings: SettingsView }) {
  const branding = useBranding(settings);
  const { values, edit } = branding;
  const { guard } = useLeaveGuard(() => branding.isDirty);
  const colorProblem = COLOR_RULE.pattern.test(values.primaryColor)
    ? branding.problem('primaryColor')
    : COLOR_RULE.message;
  const nameProblem = branding.problem('brandName');
  const save = () => {
    if (branding.row.isContested) focusRivalNote();
    else if (colorProblem !== COLOR_RULE.message) branding.save();
  };
  return (
    <Card title={<h2 style={{ margin: 0, font: 'inherit' }}>Platform Branding</h2>}>
      {guard}
      {branding.isDirty && (
        <ChangedMeanwhile
          what="the settings"
          row={branding.row}
          fields={FIELDS}
          isRefused={branding.isRefused}
          style={{ marginBottom: 16 }}
        />
      )}
      <Form layout="vertical" onFinish={save}>
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
        <Button type="primary" htmlType="submit" icon={<SaveOutlined />} loading={branding.isSaving}>
          Save Settings
        </Button>
      </Form>
    </Card>
  );
}
