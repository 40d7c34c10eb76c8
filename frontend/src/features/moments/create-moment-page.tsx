import { Button, Card, Flex, Form, Input, Typography } from 'antd';
import { IMAGES_PER_MOMENT, NAME_MAX } from '@gmb-moments/backend/contract/limits';
import { isBlank } from '@gmb-moments/backend/contract/texts';
import { useId, useState, type FormEvent } from 'react';
import { LinkButton } from '../../components/link-button';
import { PageHeader } from '../../components/page-header';
import { useLeaveGuard } from '../../lib/leave-guard';
import { DropZone } from '../images/drop-zone';
import { UploadStatus } from '../images/upload-status';
import { ClientSelect } from '../clients/client-select';
import { atMost } from '../../lib/characters';
import { useCreateMoment } from './use-create-moment';

/** Makes a moment out of a business, a title and a folder of images. */
export function CreateMomentPage() {
  const [clientId, setClientId] = useState<string>();
  const [title, setTitle] = useState('');
  const [files, setFiles] = useState<File[]>([]);
  const creation = useCreateMoment();
  const { guard } = useLeaveGuard(() => !creation.isDone() && (files.length > 0 || !isBlank(title)));
  const { isBusy, momentId, upload } = creation;
  const isNamed = Boolean(clientId) && !isBlank(title);
  const left = files.filter((file) => !upload.uploaded.has(file));
  const hasSome = upload.uploaded.size > 0;
  const isValid = isNamed && left.length > 0;

  const choose = (chosen: File[]) => {
    setFiles(chosen);
    upload.forgetFailure();
  };
  const send = (chosen: File[]) => {
    if (!clientId || !isValid || isBusy) return;
    setFiles(chosen);
    void creation.create({ clientId, title: title.trim() }, chosen);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(files);
  };

  return (
    <>
      {guard}
      <PageHeader title="Create New Package" subtitle="Upload images for one business" />
      <Card style={{ maxWidth: 880 }}>
        <form onSubmit={submit}>
          <Flex vertical gap="large">
            <NameFields
              clientId={clientId}
              title={title}
              // From then on the package exists under this name.
              disabled={isBusy || momentId !== null}
              onClient={setClientId}
              onTitle={setTitle}
            />
            <DropZone
              files={files}
              uploaded={upload.uploaded}
              refused={upload.refused}
              limit={IMAGES_PER_MOMENT}
              disabled={isBusy}
              onChange={choose}
            />
            {isNamed && files.length === 0 && (
              <Typography.Text type="danger" role="alert">
                Please upload at least one image
              </Typography.Text>
            )}
            <UploadStatus upload={upload} files={files} onSend={send} />
            <Flex wrap justify="end" gap="small">
              <LinkButton to="/moments">Cancel</LinkButton>
              {hasSome && !isBusy && (
                <Button type={left.length > 0 ? 'default' : 'primary'} onClick={creation.finish}>
                  Go to package
                </Button>
              )}
              {(isBusy || left.length > 0 || !hasSome) && (
                <Button type="primary" htmlType="submit" disabled={!isValid} loading={isBusy}>
                  Create Package
                </Button>
              )}
            </Flex>
          </Flex>
        </form>
      </Card>
    </>
  );
}

interface NameProps {
  clientId: string | undefined;
  title: string;
  disabled: boolean;
  onClient: (clientId: string | undefined) => void;
  onTitle: (title: string) => void;
}

function NameFields({ clientId, title, disabled, onClient, onTitle }: NameProps) {
  const id = useId();
  return (
    <div>
      <Form.Item label="Business" htmlFor={`${id}-business`} layout="vertical" required>
        <ClientSelect
          id={`${id}-business`}
          placeholder="Select a business"
          value={clientId}
          disabled={disabled}
          onChange={onClient}
          style={{ width: '100%' }}
        />
      </Form.Item>
      <Form.Item label="Moment Title" htmlFor={`${id}-title`} layout="vertical" required style={{ marginBottom: 0 }}>
        <Input
          id={`${id}-title`}
          placeholder="Summer menu, week 24"
          value={title}
          disabled={disabled}
          count={atMost(NAME_MAX)}
          onChange={(event) => onTitle(event.target.value)}
        />
      </Form.Item>
    </div>
  );
}
