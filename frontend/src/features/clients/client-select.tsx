import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Select, Typography, type SelectProps } from 'antd';
import { reasonOf } from '../../lib/http';
import { clientsQuery } from './clients.api';

type Props = Pick<
  SelectProps<string>,
  'id' | 'value' | 'placeholder' | 'disabled' | 'allowClear' | 'aria-label' | 'style'
> & {
  onChange?: (clientId: string | undefined) => void;
  /** The chosen client, so that it has its name before the list is there. */
  chosen?: { id: string; business: string };
};

/** Chooses one of the clients by typing a part of the business name. */
export function ClientSelect({ onChange, chosen, ...select }: Props) {
  const { data, error, isPending, refetch } = useQuery(clientsQuery);
  const clients = data ?? (chosen && [chosen]);
  return (
    <Select<string>
      {...select}
      onChange={(clientId) => onChange?.(clientId)}
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      options={clients?.map(({ id, business }) => ({ value: id, label: business, title: business }))}
      notFoundContent={
        error && !data ? (
          <Flex vertical gap="small" align="start">
            <Typography.Text type="danger">Could not load clients: {reasonOf(error)}</Typography.Text>
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          </Flex>
        ) : isPending ? (
          'Loading clients...'
        ) : (
          'No clients found'
        )
      }
    />
  );
}

/** The business name of a client, by its id. */
export function ClientName({ id }: { id: string }) {
  const { data } = useQuery(clientsQuery);
  return data?.find((client) => client.id === id)?.business ?? 'Another client';
}
