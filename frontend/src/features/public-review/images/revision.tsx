import type { EarlierImageView } from '@gmb-moments/backend/contract/images';
import { useState } from 'react';
import { ChangesButton, Feedback } from '../shell/card';
import { useLater } from '../shell/use-later';
import type { NumberedImage } from './image-decisions';

interface Props {
  image: NumberedImage;
  earlier: EarlierImageView;
}

/** What the reviewer said about the image before, and on demand what the team changed since. */
export function Revision({ image, earlier }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [ComparedImage, load] = useLater(() =>
    import('../../comparison/compared-image').then((module) => module.ComparedImage),
  );
  const toggle = () => {
    load();
    setOpen(!isOpen);
  };
  return (
    <>
      <Feedback item={{ ...image, feedback: earlier.feedback }} />
      <ChangesButton isOpen={isOpen} onClick={toggle} />
      {isOpen && ComparedImage && <ComparedImage before={earlier} now={image} />}
    </>
  );
}
