import { CLIENT_IMPORT_MAX } from '@gmb-moments/backend/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Typography, type GetRef } from 'antd';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { CopyButton } from '../../../ui/copy-button';
import { Dialog, DialogButtons } from '../../../ui/dialog';
import { UploadIcon } from '../../../ui/icons';
import { HttpError, reasonOf } from '../../../lib/http';
import { useIdempotencyKeys } from '../../../lib/idempotency-key';
import { useLeaveGuard } from '../../../ui/leave-guard';
import { toast } from '../../../lib/toast';
import { useToastMutation } from '../../../lib/toast-mutation';
import { agenciesQuery } from '../../../records/agencies';
import { clientsQuery, importClients } from '../../../records/clients';
import { checkClients, refusalsOf, type CheckedClient } from './check-clients';
import { decodeText, type FileText } from './file-text';
import { ImportPreview } from './import-preview';
import { keepClients, readClients } from './read-clients';
import { countText } from '../../../lib/count-text';

/** Maximum file size: several times what the server accepts at once. Much larger files would freeze the page. */
const FILE_MAX_BYTES = 5_000_000;
const EXAMPLE = 'business,agency,website,phone\nRosa’s Flowers,Northlight,https://rosa.example,+351 21 000 0000';

/**
 * The dialog to import clients from a list or CSV, with a preview. It imports all rows without errors, or none if the
 * server refuses one. It stays open with the remaining rows, which can be corrected or copied. Mount it to open it.
 */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  /** Warning about the last chosen file. */
  const [doubt, setDoubt] = useState<string | null>(null);
  const written = useDeferredText(text);
  /** The last import after which rows remained. */
  const [partial, setPartial] = useState<{ imported: number } | null>(null);
  const keyOf = useIdempotencyKeys();
  const send = useToastMutation({
    mutationFn: (rows: CheckedClient[]) => {
      const clients = rows.map(({ client }) => client);
      return importClients(clients, keyOf(JSON.stringify(clients)));
    },
    success: ({ clientIds }) => ['Clients imported', countOf(clientIds.length)],
    failure: (error) => ['Error', `No client was imported\n${reasonOf(error)}`],
    onSuccess: (_view, rows) => {
      const left = new Set(written.clients.map((_client, place) => place));
      for (const { number } of rows) left.delete(number - 1);
      if (left.size === 0) return onClose();
      setText(keepClients(written.text, left));
      setPartial({ imported: rows.length });
    },
    refresh: [clientsQuery],
  });
  const { data: agencies } = useQuery(agenciesQuery);
  const { data: clients } = useQuery(clientsQuery);
  const { confirmLeave, guard } = useLeaveGuard(
    () => !send.isPending && (!send.isSuccess || partial !== null) && text.trim() !== '',
  );
  const field = useRef<GetRef<typeof Input.TextArea>>(null);

  // Focused again, because the field is disabled during the import and loses the focus.
  useEffect(() => {
    if (partial && !send.isPending) field.current?.focus();
  }, [partial, send.isPending]);

  const { error, variables: sent } = send;
  const checked = useMemo(() => {
    const refused = error instanceof HttpError && sent ? refusalsOf(error.details, sent) : new Map<number, string[]>();
    for (const [place, fault] of written.faults ?? [])
      refused.set(place + 1, [fault, ...(refused.get(place + 1) ?? [])]);
    return checkClients(written.clients, { agencies: agencies ?? [], clients: clients ?? [] }, refused);
  }, [written, agencies, clients, error, sent]);
  const valid = checked.filter(({ errors }) => errors.length === 0);
  const isTooMany = valid.length > CLIENT_IMPORT_MAX;
  const write = (next: string) => {
    setText(next);
    // The refusals of the server were about the previous text.
    if (error) send.reset();
  };
  return (
    <Dialog
      title="Import clients"
      width={960}
      isLong
      isBusy={send.isPending}
      onClose={() => confirmLeave(onClose)}
      footer={
        <DialogButtons
          submitText={send.isPending ? 'Importing...' : importText(valid.length, checked.length)}
          isDisabled={valid.length === 0 || isTooMany || !agencies}
          isPending={send.isPending}
          onSubmit={() => send.mutate(valid)}
          onCancel={() => confirmLeave(onClose)}
        />
      }
    >
      {guard}
      <div className="column gap-16">
        <Typography.Text type="secondary">
          One business per line, or CSV with headings: business, agency, website, phone, address, description, service
          areas, target keywords, categories, notes.
        </Typography.Text>
        {partial && text !== '' && (
          <Alert
            type="success"
            showIcon
            title={`${countOf(partial.imported)} imported. The rows below were not: correct them here, or copy them.`}
            action={
              <CopyButton size="small" text={text}>
                Copy the rows
              </CopyButton>
            }
            // On a phone the button is below the text.
            styles={{ section: { flex: '1 1 200px' } }}
            style={{ flexWrap: 'wrap', gap: 8 }}
          />
        )}
        <Input.TextArea
          ref={field}
          data-autofocus
          aria-label="Clients to import"
          rows={6}
          value={text}
          placeholder={EXAMPLE}
          disabled={send.isPending}
          onChange={(event) => write(event.target.value)}
          style={{ fontFamily: 'ui-monospace, monospace' }}
        />
        <FileButton
          disabled={send.isPending}
          onText={(read) => {
            write(read.text);
            setDoubt(read.doubt);
          }}
        />
        {isTooMany && (
          <Alert
            type="error"
            showIcon
            title={`At most ${countOf(CLIENT_IMPORT_MAX)} at once: this list has ${valid.length.toLocaleString('en')}`}
          />
        )}
        {[...(doubt && text !== '' ? [doubt] : []), ...(written.leftOut ?? [])].map((sentence) => (
          <Alert key={sentence} type="warning" showIcon title={sentence} />
        ))}
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
      </div>
    </Dialog>
  );
}

/** Returns the text, with a delay if it is long, so that typing stays fast. */
function useDeferredText(text: string) {
  const deferred = useDeferredValue(text);
  return useMemo(() => ({ text: deferred, ...readClients(deferred) }), [deferred]);
}

function importText(valid: number, all: number): string {
  if (valid === 0) return 'Import';
  if (valid === all) return `Import ${countOf(valid)}`;
  return valid === 1 ? 'Import the valid row' : `Import the ${valid.toLocaleString('en')} valid rows`;
}

function FileButton({ disabled, onText }: { disabled: boolean; onText: (read: FileText) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const read = (file: File | undefined) => {
    if (file && file.size > FILE_MAX_BYTES) toast.error('Error', `${file.name} is too large: at most 5 MB are read.`);
    else if (file)
      readBytes(file).then(
        (bytes) => onText(decodeText(bytes)),
        () => toast.error('Error', `${file.name} could not be read.`),
      );
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
          // Reset, because choosing the same file again would not fire a change event.
          event.target.value = '';
        }}
      />
    </div>
  );
}

function countOf(count: number): string {
  return countText(count, 'client');
}

function readBytes(file: File): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(new Uint8Array(reader.result as ArrayBuffer)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsArrayBuffer(file);
  });
}
