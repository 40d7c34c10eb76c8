import { BulbOutlined } from '../../components/icons';
import { Spoken } from '../../components/spoken';
import { Button } from 'antd';
import type { CaptionRunView } from '@gmb-moments/backend/contract/captions';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { isRunActive } from '@gmb-moments/backend/contract/statuses';

interface Props {
  images: ImageView[];
  run: CaptionRunView | null;
  isStarting: boolean;
  onStart: () => void;
}

/** Captions what has no caption yet and is not approved, and counts along. */
export function GenerateCaptionsButton({ images, run, isStarting, onStart }: Props) {
  const going = run && isRunActive(run.state) ? run : null;
  const isComplete = images.every((image) => isApproved(image) || hasTexts(image));
  return (
    <>
      <Button
        type="primary"
        icon={<BulbOutlined />}
        loading={isStarting || going !== null}
        disabled={isComplete && !going}
        title={isComplete && !going ? whyNot(images) : undefined}
        onClick={onStart}
      >
        {going ? `Generating ${going.done + going.failed}/${going.total}...` : 'Generate AI Captions'}
      </Button>
      <Spoken>{going && `${going.done + going.failed} of ${going.total} captions are done`}</Spoken>
    </>
  );
}

function whyNot(images: ImageView[]): string {
  if (images.length === 0) return 'There are no images yet';
  if (images.every(hasTexts)) return 'Every image already has a title and a description';
  return images.every(isApproved) ? 'Approved images stay as they are' : ONLY_APPROVED_LACK;
}

const ONLY_APPROVED_LACK =
  'Approved images stay as they are, and every other image already has a title and a description';

function hasTexts({ title, description }: ImageView): boolean {
  return title !== '' && description !== '';
}

function isApproved({ status }: ImageView): boolean {
  return status === 'approved';
}
