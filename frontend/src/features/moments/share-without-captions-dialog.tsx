import { Dialog, DialogButtons } from '../../ui/dialog';
import { useGeneration } from './captions/use-generation';
import { usePage, usePageState } from './use-page';

/** Asks before a moment with uncaptioned photos is shared; offers to generate the captions first. */
export function ShareWithoutCaptionsDialog() {
  const { updateState } = usePage();
  const { generate } = useGeneration();
  const asked = usePageState((state) => state.shareQuestion);
  if (!asked) return null;
  const { share, lacking } = asked;
  const close = () => updateState({ shareQuestion: null });
  const answer = (act: () => void) => () => {
    act();
    close();
  };
  return (
    <Dialog
      title={lacking === 1 ? '1 photo has no caption' : `${lacking} photos have no caption`}
      onClose={close}
      footer={
        <DialogButtons
          submitText="Generate captions"
          onSubmit={answer(generate)}
          cancelText="Share anyway"
          onCancel={answer(share)}
        />
      }
    >
      The client sees a dash where a title or a description is missing, and can approve the photo as it is.
    </Dialog>
  );
}
