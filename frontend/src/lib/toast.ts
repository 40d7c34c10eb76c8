import { notification } from 'antd';

/** The one place that shows notifications; a new one takes the place of the last (spec 9: one at a time). */

notification.config({ maxCount: 1, placement: 'bottomRight' });

type Kind = 'success' | 'error' | 'info';

const SECONDS: Record<Kind, number> = { success: 4, info: 6, error: 8 };

function show(kind: Kind, title: string, description?: string): void {
  notification[kind]({
    title,
    description,
    duration: SECONDS[kind],
    role: kind === 'error' ? 'alert' : 'status',
  });
}

export const toast = {
  success: (title: string, description?: string) => show('success', title, description),
  error: (title: string, description?: string) => show('error', title, description),
  info: (title: string, description?: string) => show('info', title, description),
  /** Takes back what is shown, once it no longer holds. */
  clear: () => notification.destroy(),
};
