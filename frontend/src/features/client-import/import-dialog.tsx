import { CLIENT_IMPORT_MAX } from '@gmb-moments/backend/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex, Input, Typography, type GetRef } from 'antd';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { Dialog, useFocusBack } from '../../components/dialog';
import { UploadIcon } from '../../components/icons';
import { HttpError, reasonOf } from '../../lib/http';
import { useIdempotencyKeys } from '../../lib/idempotency-key';
import { useLeaveGuard } from '../../lib/leave-guard';
import { toast } from '../../lib/toast';
import { useToastMutation } from '../../lib/toast-mutation';
import { agenciesQuery } from '../agencies/agencies.api';
import { clientsQuery } from '../clients/clients.api';
import { checkClients } from './check-clients';
import { importClients, type ImportedClient } from './client-import.api';
import { ImportPreview } from './import-preview';
import { readClients } from './read-clients';
import { readFileText } from './read-file';

const EXAMPLE = 'business,agency,website,phone\nRosa’s Flowers,Northlight,https://rosa.example,+351 21 000 0000';

/** Imports clients from a list or from CSV, after a preview: all of them or none. Mount it to open it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const written = useWritten(text);
  const keyOf = useIdempotencyKeys();
  const send = useToastMutation({
    mutationFn: (clients: ImportedClient[]) => importClients(clients, keyOf(JSON.stringify(clients))),
    success: ({ clientIds }) => ['Clients imported', countOf(clientIds.length)],
    failure: (error) => ['Error', `No client was imported\n${reasonOf(error)}`],
    onSuccess: onClose,
    refresh: [clientsQuery],
  });
  const { data: agencies } = useQuery(agenciesQuery);
  const { data: clients } = useQuery(clientsQuery);
  const { confirmLeave, guard } = useLeaveGuard(() => !send.isPending && !send.isSuccess && text.trim() !== '');
  const field = useRef<GetRef<typeof Input.TextArea>>(null);
  useFocusBack();

  const { error } = send;
  const checked = useMemo(() => {
    const refused = error instanceof HttpError ? error.details : [];
    return checkClients(written.clients, { agencies: agencies ?? [], clients: clients ?? [] }, refused);
  }, [written, agencies, clients, error]);
  const isTooMany = checked.length > CLIENT_IMPORT_MAX;
  const hasErrors = isTooMany || checked.some(({ errors }) => errors.length > 0);
  const write = (next: string) => {
    setText(next);
    // What the server refused was about the text before.
    if (error) send.reset();
  };
  return (
    <Dialog
      open
      title="Import clients"
      width={960}
      afterOpenChange={(open) => open && field.current?.focus()}
      scroll={180}
      okText={send.isPending ? 'Importing...' : checked.length > 0 ? `Import ${countOf(checked.length)}` : 'Import'}
      okButtonProps={{ disabled: checked.length === 0 || hasErrors || !agencies }}
      confirmLoading={send.isPending}
      cancelButtonProps={{ disabled: send.isPending }}
      closable={!send.isPending}
      mask={{ closable: !send.isPending }}
      onOk={() => send.mutate(checked.map(({ client }) => client))}
      onCancel={() => confirmLeave(onClose)}
    >
      {guard}
      <Flex vertical gap="middle">
        <Typography.Text type="secondary">
          One business per line, or CSV with headings: business, agency, website, phone, address, description, service
          areas, target keywords, categories, notes.
        </Typography.Text>
        <Input.TextArea
          ref={field}
          aria-label="Clients to import"
          rows={6}
          value={text}
          placeholder={EXAMPLE}
          disabled={send.isPending}
          onChange={(event) => write(event.target.value)}
          style={{ fontFamily: 'ui-monospace, monospace' }}
        />
        <FileButton disabled={send.isPending} onText={write} />
        {isTooMany && (
          <Alert
            type="error"
            showIcon
            title={`At most ${countOf(CLIENT_IMPORT_MAX)} at once: this list has ${checked.length.toLocaleString('en')}`}
          />
        )}
        {written.mayBeCsv && (
          <Alert
            type="warning"
            showIcon
            title="No heading is called business or name, so each line is taken for the name of a business."
          />
        )}
        {written.unknown.length > 0 && (
          <Alert type="warning" showIcon title={`Columns that are left out: ${written.unknown.join(', ')}`} />
        )}
        {checked.length > 0 && <ImportPreview clients={checked} columns={written.columns} />}
      </Flex>
    </Dialog>
  );
}

/** What is written, a little later where it is long: typing stays fast. */
function useWritten(text: string) {
  const deferred = useDeferredValue(text);
  return useMemo(() => readClients(deferred), [deferred]);
}

function FileButton({ disabled, onText }: { disabled: boolean; onText: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const read = (file: File | undefined) => {
    if (file) readFileText(file).then(onText, () => toast.error('Error', `${file.name} could not be read.`));
  };
  return (
    <div>
      <Button icon={<UploadIcon />} disabled={disabled} onClick={() => input.current?.click()}>
        Choose a .csv file
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv"
        aria-label="CSV file"
        onChange={(event) => {
          read(event.target.files?.[0]);
          // Otherwise choosing the same file again would not count as a change.
          event.target.value = '';
        }}
      />
    </div>
  );
}

function countOf(count: number): string {
  return count === 1 ? '1 client' : `${count.toLocaleString('en')} clients`;
}
