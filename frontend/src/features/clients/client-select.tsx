import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Select, Typography, type RefSelectProps, type SelectProps } from 'antd';
import type { Ref } from 'react';
import { isLabelled } from '../../lib/characters';
import { reasonOf } from '../../lib/http';
import { clientsQuery } from '../../records/clients';
import { useNewClient } from './use-new-client';

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
        filterOption: (typed, option) => newClient.isOption(option?.value ?? '') || isLabelled(typed, option),
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
