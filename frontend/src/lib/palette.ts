/**
 * The colours of both themes. The build writes them into the page as CSS variables (`--surface`, `--text-2`, see
 * `vite.config.ts`), so that they apply before any script runs; `theme.ts` derives Ant Design's tokens from them.
 * Surfaces are neutral, so that they do not compete with photos; the colours of statuses do not depend on the brand.
 */
export const PALETTE = {
  light: {
    scheme: 'light',
    /** Background behind panes and cards: the sidebar, public pages. */
    bg: '#f5f5f6',
    /** Panes, cards and fields. */
    surface: '#ffffff',
    /** Areas within or above a pane. */
    'surface-2': '#fafafa',
    sunken: '#eeeef0',
    line: '#e4e4e7',
    /** Borders of controls. */
    'line-strong': '#d2d3d8',
    text: '#17181c',
    'text-2': '#555862',
    'text-3': '#676a75',
    /** Filled controls of staff pages while the platform has no brand colour. */
    brand: '#2f66e0',
    pending: '#8a5a00',
    'pending-soft': '#fdf3d7',
    'pending-dot': '#dc9a06',
    approved: '#0f6b3a',
    'approved-soft': '#e2f5e9',
    'approved-dot': '#1c9a55',
    'approved-fill': '#157f3f',
    'on-approved': '#ffffff',
    rejected: '#b0261d',
    'rejected-soft': '#fdeae8',
    'rejected-dot': '#dd4438',
    'rejected-fill': '#b0261d',
    'on-rejected': '#ffffff',
    /** Work of the AI. */
    ai: '#5538c8',
    'ai-soft': '#f0ecfe',
    'ai-dot': '#7a5cf5',
    overlay: '0 12px 40px rgb(16 17 20 / 18%), 0 2px 8px rgb(16 17 20 / 8%)',
  },
  dark: {
    scheme: 'dark',
    bg: '#111215',
    surface: '#18191d',
    'surface-2': '#1c1e22',
    sunken: '#0c0d0f',
    line: '#292b31',
    'line-strong': '#3b3e46',
    text: '#ececef',
    'text-2': '#a6a9b4',
    'text-3': '#8c909b',
    brand: '#6d97f5',
    pending: '#f0c25b',
    'pending-soft': '#33290f',
    'pending-dot': '#e5ab2a',
    approved: '#6fd39c',
    'approved-soft': '#12301f',
    'approved-dot': '#34b371',
    'approved-fill': '#34b371',
    'on-approved': '#06150c',
    rejected: '#f5948c',
    'rejected-soft': '#3a1a18',
    'rejected-dot': '#ea5e53',
    'rejected-fill': '#ea5e53',
    'on-rejected': '#1c0503',
    ai: '#b9a8ff',
    'ai-soft': '#261f45',
    'ai-dot': '#8f75ff',
    overlay: '0 16px 48px rgb(0 0 0 / 60%), 0 0 0 1px #292b31',
  },
} as const;

/** The CSS rules that define the variables. */
export function paletteCss(): string {
  return [ruleOf(':root', PALETTE.light), ruleOf(":root[data-theme='dark']", PALETTE.dark)].join('\n');
}

function ruleOf(selector: string, { scheme, ...colors }: (typeof PALETTE)['light' | 'dark']): string {
  const variables = Object.entries(colors).map(([name, value]) => `--${name}: ${value};`);
  return `${selector} { color-scheme: ${scheme}; ${variables.join(' ')} }`;
}
