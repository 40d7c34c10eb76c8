import { idFilter, type ListFilter } from './list-filters';
import { UserIcon } from './icons';
import { NativeSelect } from './native-select';

interface Colleague {
  id: string;
  name: string;
}

interface OwnerFilterProps {
  /** `mine`, `all` or the id of a member of staff. */
  value: string;
  /** The other members of staff; `undefined` until they are loaded. */
  colleagues: Colleague[] | undefined;
  onChange: (owner: string) => void;
}

/** Chooses whose clients are shown: one's own, all, or those of a colleague. Not shown to somebody who has no colleagues. */
export function OwnerFilter({ value, colleagues, onChange }: OwnerFilterProps) {
  if (colleagues?.length === 0 && value === 'all') return null;
  const known = [
    { value: 'mine', label: 'Mine' },
    { value: 'all', label: 'All' },
    ...(colleagues ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  const removed = { value, label: colleagues ? 'Former colleague' : '…' };
  const options = known.some((option) => option.value === value) ? known : [...known, removed];
  return (
    <NativeSelect
      aria-label="Responsible"
      icon={<UserIcon size={14} />}
      value={value}
      options={options}
      onChange={onChange}
      style={{ flex: '0 1 auto', minWidth: 84, maxWidth: 170 }}
    />
  );
}

/** The same as a filter of a list; `all` is not in the address. @param useColleagues the other members of staff, as above */
export function ownerFilter(useColleagues: () => Colleague[] | undefined): ListFilter<string | undefined> {
  function Control(props: Omit<OwnerFilterProps, 'colleagues'>) {
    return <OwnerFilter {...props} colleagues={useColleagues()} />;
  }
  return idFilter((owner, onChange) => (
    <Control value={owner || 'all'} onChange={(chosen) => onChange(chosen === 'all' ? '' : chosen)} />
  ));
}
