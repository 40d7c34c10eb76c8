import { Alert, Flex, Tag, Typography } from 'antd';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { ReactNode } from 'react';
import { LongText } from '../../components/long-text';
import { keywordList } from './image-keywords';

/** The four caption fields of an image, and who drafted them. */
export function ImageCaption({ image }: { image: ImageView }) {
  const keywords = keywordList(image.exifKeywords);
  return (
    <Flex vertical gap="small">
      <div>
        <Typography.Title level={2} style={{ fontSize: 16, margin: 0, overflowWrap: 'anywhere' }}>
          {image.title || <Typography.Text type="secondary">No title yet</Typography.Text>}
        </Typography.Title>
        {image.captionProvider && (
          <Typography.Text type="secondary" style={{ fontSize: 12 }}>
            Drafted by {image.captionProvider}
          </Typography.Text>
        )}
      </div>
      <LongText text={image.description} missing="No description yet" />
      <Field label="EXIF keywords">
        {keywords.length > 0 ? <Keywords keywords={keywords} /> : <LongText text="" missing="None yet" />}
      </Field>
      <Field label="Geo alt description">
        <LongText text={image.geoAltDescription} missing="None yet" />
      </Field>
    </Flex>
  );
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Typography.Text type="secondary" style={{ display: 'block', fontSize: 12, marginBottom: 2 }}>
        {label}
      </Typography.Text>
      {children}
    </div>
  );
}

function Keywords({ keywords }: { keywords: string[] }) {
  return (
    <Flex wrap gap={4} component="ul" aria-label="EXIF keywords" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {keywords.map((keyword) => (
        <li key={keyword} style={{ maxWidth: '100%' }}>
          <Tag style={{ margin: 0, maxWidth: '100%', whiteSpace: 'normal', overflowWrap: 'anywhere' }}>{keyword}</Tag>
        </li>
      ))}
    </Flex>
  );
}

/** What the client wants changed, where the client said no. */
export function ClientFeedback({ image }: { image: ImageView }) {
  if (image.status !== 'rejected' || !image.feedback) return null;
  return <FeedbackNote title="Client feedback" feedback={image.feedback} />;
}

interface FeedbackNoteProps {
  title: string;
  /** Beside the title. */
  action?: ReactNode;
  feedback: string;
}

export function FeedbackNote({ title, action, feedback }: FeedbackNoteProps) {
  return (
    <Alert
      type="warning"
      title={
        <Flex justify="space-between" gap="small">
          <Typography.Text strong>{title}</Typography.Text>
          {action}
        </Flex>
      }
      description={<LongText text={feedback} missing="" />}
      style={{ padding: '8px 12px' }}
    />
  );
}
