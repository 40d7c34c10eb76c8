import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Select, Typography, type SelectProps } from 'antd';
import { reasonOf } from '../../lib/http';
import { clientsQuery } from '../clients/clients.api';

type Props = Pick<
  SelectProps<string>,
  'id' | 'value' | 'placeholder' | 'disabled' | 'allowClear' | 'aria-label' | 'style'
> & {
  onChange?: (clientId: string | undefined) => void;
};

/** Chooses one of the clients by typing a part of the business name. */
export function ClientSelect({ onChange, ...select }: Props) {
  const { data, error, isPending, refetch } = useQuery(clientsQuery);
  return (
    <Select<string>
      {...select}
      onChange={(clientId) => onChange?.(clientId)}
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      options={data?.map((client) => ({ value: client.id, label: client.business, title: client.business }))}
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
