import { Card, Form, Segmented } from 'antd';
import { MonitorIcon, MoonIcon, SunIcon } from '../../ui/icons';
import { chooseTheme, useThemeChoice, type ThemeChoice } from '../../lib/theme-mode';

/** The card `Appearance`: the theme in this browser. */
export function AppearanceCard() {
  const choice = useThemeChoice();
  return (
    <Card title={<h2 style={{ margin: 0, font: 'inherit' }}>Appearance</h2>}>
      <Form.Item layout="vertical" label="Theme" extra="For you, in this browser." style={{ marginBottom: 0 }}>
        <Segmented<ThemeChoice> aria-label="Theme" value={choice} onChange={chooseTheme} options={OPTIONS} />
      </Form.Item>
    </Card>
  );
}

const OPTIONS = [
  { value: 'light' as const, label: 'Light', icon: <SunIcon /> },
  { value: 'dark' as const, label: 'Dark', icon: <MoonIcon /> },
  { value: 'system' as const, label: 'System', icon: <MonitorIcon /> },
];
