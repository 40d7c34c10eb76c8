import { Button, Card, Form, Input, Typography, type InputRef, type RefSelectProps } from 'antd';
import { IMAGES_PER_MOMENT, NAME_MAX } from '@gmb-moments/backend/contract/limits';
import { isBlank } from '@gmb-moments/backend/contract/texts';
import type { CreateMomentBody } from '@gmb-moments/backend/contract/moments';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { LinkButton } from '../../ui/link-button';
import { PageHeader } from '../../ui/page-header';
import { useLeaveGuard } from '../../ui/leave-guard';
import { DropZone } from './images/drop-zone';
import { UploadBar, UploadFailure, UploadWarnings } from './images/upload-status';
import { useClientChoice } from '../../records/clients';
import { ClientSelect } from '../../ui/client-select';
import { atMost } from '../../lib/characters';
import { useUpload, type Upload } from './images/use-upload';
import { sendToNewMoment } from '../../records/images';
import { reasonOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import styles from './create-moment-page.module.css';
import { allMoments, createMoment } from '../../records/moments';

/** The form that creates a moment from a client, a title and images. */
export function CreateMomentPage() {
  const [address] = useSearchParams();
  const [clientId, setClientId] = useState(address.get('clientId') ?? undefined);
  const [title, setTitle] = useState('');
  const upload = useUpload();
  const { files, left } = upload;
  const { leaveFreely, guard } = useLeaveGuard(() => files.length > 0 || !isBlank(title));
  const creation = useCreateMoment(upload, leaveFreely);
  const { isBusy, momentId } = creation;
  const isNamed = Boolean(clientId) && !isBlank(title);
  const hasSome = upload.uploaded.size > 0;
  const isValid = isNamed && left.length > 0;

  const send = (chosen: File[]) => {
    if (clientId && isValid && !isBusy) void creation.create({ clientId, title: title.trim() }, chosen);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(files);
  };

  return (
    <>
      {guard}
      <PageHeader
        title="Create New Package"
        parent={{ title: 'Moments', path: '/moments' }}
        subtitle="Upload images for one business"
      />
      <Card className={styles['card']}>
        <form onSubmit={submit}>
          <div className="column gap-24">
            <NameFields
              clientId={clientId}
              title={title}
              // The moment is created with these values before the upload starts.
              disabled={isBusy || momentId !== null}
              onClient={setClientId}
              onTitle={setTitle}
            />
            <DropZone upload={upload} limit={IMAGES_PER_MOMENT} disabled={isBusy} />
            <UploadFailure upload={upload} onSend={send} />
            <UploadWarnings upload={upload} />
          </div>
          <div className={`row ruled surface ${styles['foot']}`}>
            <div className={`grow ${styles['state']}`}>
              {isNamed && files.length === 0 && (
                <Typography.Text type="danger" role="alert">
                  Please upload at least one image
                </Typography.Text>
              )}
              <UploadBar upload={upload} />
            </div>
            <div className={`flex wrap to-end gap-8 no-shrink ${styles['buttons']}`}>
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
            </div>
          </div>
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
  const business = useRef<RefSelectProps>(null);
  const name = useRef<InputRef>(null);
  // Focuses the first empty field: the address may name the client.
  const [hasClient] = useState(clientId !== undefined);
  useEffect(() => (hasClient ? name : business).current?.focus(), [hasClient]);
  return (
    <div>
      <Form.Item label="Business" htmlFor={`${id}-business`} layout="vertical" required>
        <ClientSelect
          ref={business}
          id={`${id}-business`}
          placeholder="Select a business"
          {...useClientChoice()}
          value={clientId}
          disabled={disabled}
          onChange={onClient}
          style={{ width: '100%' }}
        />
      </Form.Item>
      <Form.Item label="Moment Title" htmlFor={`${id}-title`} layout="vertical" required style={{ marginBottom: 0 }}>
        <Input
          ref={name}
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

/**
 * Creates a moment and uploads its images. After a failure, `create` continues with the same moment.
 * @param leave navigates without asking about unsaved input
 */
function useCreateMoment(upload: Upload, leave: (go: () => unknown) => unknown) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [momentId, setMomentId] = useState<string | null>(null);
  const [isCreating, setCreating] = useState(false);

  async function momentFor(body: Pick<CreateMomentBody, 'title' | 'clientId'>): Promise<string> {
    if (momentId) return momentId;
    setCreating(true);
    const { id } = await createMoment(body).finally(() => setCreating(false));
    setMomentId(id);
    void queryClient.invalidateQueries(allMoments);
    return id;
  }

  function leaveFor(id: string) {
    // Queries fetched during the upload may be outdated.
    void queryClient.invalidateQueries(allMoments);
    return leave(() => navigate(`/moments/${id}`));
  }

  async function create(body: Pick<CreateMomentBody, 'title' | 'clientId'>, files: File[]) {
    try {
      const id = await momentFor(body);
      if ((await upload.run(files, sendToNewMoment(id))) !== 'done') return;
      toast.success('Success', 'Package created');
      await leaveFor(id);
    } catch (error) {
      toast.error('Error', reasonOf(error));
    }
  }

  return {
    create,
    momentId,
    isBusy: isCreating || upload.state === 'uploading',
    /** Opens the moment's page without uploading the remaining images. */
    finish: () => (momentId ? leaveFor(momentId) : undefined),
  };
}
