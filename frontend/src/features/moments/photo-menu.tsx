import { Button, Dropdown } from 'antd';
import { EllipsisIcon } from '../../ui/icons';
import { KEYS } from './moment-keys';
import { usePageState } from './page-state';

/** A menu that opens takes the focus, so that the arrow keys move in it. */
const FOCUS_ENTRIES = { autoFocus: true };

/** What is done to the selected photo now and then; on a phone, the way to another place. */
export function PhotoMenu() {
  const { workbench } = usePageState();
  const { selected } = workbench;
  if (!selected) return null;
  const actions = {
    earlier: () => workbench.reorder(-1),
    later: () => workbench.reorder(1),
    choose: () => workbench.toggle(selected.id),
  };
  const items = [
    { key: 'earlier', label: 'Move earlier', extra: 'Alt+←', disabled: !workbench.canReorder(-1) },
    { key: 'later', label: 'Move later', extra: 'Alt+→', disabled: !workbench.canReorder(1) },
    { key: 'choose', label: workbench.chosen.includes(selected) ? 'Unselect' : 'Select', extra: KEYS.choose.label },
  ];
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      {...FOCUS_ENTRIES}
      menu={{ items, onClick: ({ key }) => actions[key as keyof typeof actions]() }}
    >
      <Button type="text" size="small" icon={<EllipsisIcon />} aria-label="More for this photo" aria-haspopup="menu" />
    </Dropdown>
  );
}
