import type { ClientView } from '@gmb-moments/backend/contract/clients';
import { NAME_MAX } from '@gmb-moments/backend/contract/limits';
import { isBlank, lengthOf } from '@gmb-moments/backend/contract/texts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Select, Typography, type RefSelectProps, type SelectProps } from 'antd';
import { useState, type Ref } from 'react';
import { matchesLabel } from '../lib/characters';
import { reasonOf } from '../lib/http';
import { useToastMutation } from '../lib/toast-mutation';

type Props = Pick<
  SelectProps<string>,
  'id' | 'value' | 'placeholder' | 'disabled' | 'allowClear' | 'aria-label' | 'style'
> & {
  ref?: Ref<RefSelectProps>;
  clients: UseQueryResult<ClientView[]>;
  onChange?: (clientId: string | undefined) => void;
  /** The selected client, so that its name is shown while the list loads. */
  selected?: { id: string; business: string };
  /** Creates a client with a new name; without it, the select only offers existing clients. */
  create?: (business: string) => Promise<ClientView>;
};

/** A select of all clients, searchable by business name. */
export function ClientSelect({ clients: query, onChange, selected, create, ...props }: Props) {
  const { data, isPending } = query;
  const clients = data ?? (selected && [selected]);
  const newClient = useNewClient(data, create, (clientId) => onChange?.(clientId));
  return (
    <Select<string, { value: string; label: string; title: string }>
      {...props}
      // Without a matching option, Ant Design would show the id.
      value={clients ? props.value : undefined}
      onChange={(value) => (newClient.isOption(value) ? newClient.create() : onChange?.(value))}
      loading={isPending || newClient.isCreating}
      disabled={props.disabled || newClient.isCreating}
      showSearch={{
        filterOption: (typed, option) => newClient.isOption(option?.value ?? '') || matchesLabel(typed, option),
        onSearch: newClient.onSearch,
      }}
      options={[
        ...(clients ?? []).map(({ id, business }) => ({ value: id, label: business, title: business })),
        ...newClient.options,
      ]}
      notFoundContent={<NotFound {...query} />}
    />
  );
}

/** The content of the dropdown without options. */
function NotFound({ data, error, isPending, refetch }: Props['clients']) {
  if (isPending) return 'Loading clients...';
  if (data || !error) return 'No clients found';
  return (
    <div className="column top gap-8">
      <Typography.Text type="danger">Could not load clients: {reasonOf(error)}</Typography.Text>
      <Button size="small" onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  );
}

/** Value of the option that creates a client; differs from all ids. */
const CREATE = 'create';

/**
 * The option `Create “Name”`, offered for a typed name that no client has.
 * @param clients all clients; while they load, nothing is offered
 * @param onCreated called with the id of the new client
 */
function useNewClient(
  clients: ClientView[] | undefined,
  create: Props['create'],
  onCreated: (clientId: string) => void,
) {
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const creation = useToastMutation({
    mutationFn: async (business: string) => create!(business),
    success: ({ business }) => ['Client created', business],
    failure: 'Failed to create client. Please try again.',
    onSuccess: ({ id }) => onCreated(id),
  });
  const isKnown = clients?.some(({ business }) => business.toLowerCase() === name.toLowerCase()) ?? true;
  const isOffered = create && !isKnown && !isBlank(name) && lengthOf(name) <= NAME_MAX;
  return {
    onSearch: setTyped,
    isCreating: creation.isPending,
    options: isOffered ? [{ value: CREATE, label: `Create “${name}”`, title: `Create “${name}”` }] : [],
    isOption: (value: string) => value === CREATE,
    create: () => creation.mutate(name),
  };
}
