import type { ClientView } from '@gmb-moments/backend/contract/clients';
import { NAME_MAX } from '@gmb-moments/backend/contract/limits';
import { isBlank, lengthOf } from '@gmb-moments/backend/contract/texts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Flex, Select, Typography, type RefSelectProps, type SelectProps } from 'antd';
import { useState, type Ref } from 'react';
import { matchesLabel } from '../lib/characters';
import { reasonOf } from '../lib/http';
import { useToastMutation } from '../lib/toast-mutation';
import { clientsQuery, createClient } from './clients';

type Props = Pick<
  SelectProps<string>,
  'id' | 'value' | 'placeholder' | 'disabled' | 'allowClear' | 'aria-label' | 'style'
> & {
  ref?: Ref<RefSelectProps>;
  onChange?: (clientId: string | undefined) => void;
  /** The selected client, to show its name while the list of clients is loading. */
  selected?: { id: string; business: string };
  /** Whether a name that no client has can be typed, to create that client. */
  canCreate?: boolean;
};

/** A select of all clients, searchable by business name. */
export function ClientSelect({ onChange, selected, canCreate = false, ...props }: Props) {
  const { data, isPending } = useQuery(clientsQuery);
  const clients = data ?? (selected && [selected]);
  const newClient = useNewClient(canCreate ? data : undefined, (clientId) => onChange?.(clientId));
  return (
    <Select<string, { value: string; label: string; title: string }>
      {...props}
      // Antd shows the bare value of an option that it does not have.
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
      notFoundContent={<NotFound />}
    />
  );
}

/** What the select shows instead of options. */
function NotFound() {
  const { data, error, isPending, refetch } = useQuery(clientsQuery);
  if (isPending) return 'Loading clients...';
  if (data || !error) return 'No clients found';
  return (
    <Flex vertical gap="small" align="start">
      <Typography.Text type="danger">Could not load clients: {reasonOf(error)}</Typography.Text>
      <Button size="small" onClick={() => void refetch()}>
        Try again
      </Button>
    </Flex>
  );
}

/** Value of the option that creates a client; no id. */
const CREATE = 'create';

/**
 * The option `Create “Name”` of a select of clients, for a name that none of them has.
 * @param clients all of them; without them, nothing is offered
 * @param onCreated called with the id of the new client, which is in the list of clients by then
 */
function useNewClient(clients: ClientView[] | undefined, onCreated: (clientId: string) => void) {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const create = useToastMutation({
    mutationFn: () => createClient(name),
    success: ({ business }) => ['Client created', business],
    failure: 'Failed to create client. Please try again.',
    onSuccess: (created) => {
      queryClient.setQueryData(clientsQuery.queryKey, (old) => old && [...old, created]);
      onCreated(created.id);
    },
    refresh: [clientsQuery],
  });
  const isKnown = clients?.some(({ business }) => business.toLowerCase() === name.toLowerCase()) ?? true;
  const isOffered = !isKnown && !isBlank(name) && lengthOf(name) <= NAME_MAX;
  return {
    onSearch: setTyped,
    isCreating: create.isPending,
    options: isOffered ? [{ value: CREATE, label: `Create “${name}”`, title: `Create “${name}”` }] : [],
    isOption: (value: string) => value === CREATE,
    create: () => create.mutate(),
  };
}

/** The business name of a client; `Another client` while it is not loaded, or when it is gone. */
export function ClientName({ id }: { id: string }) {
  const { data } = useQuery(clientsQuery);
  return data?.find((client) => client.id === id)?.business ?? 'Another client';
}
