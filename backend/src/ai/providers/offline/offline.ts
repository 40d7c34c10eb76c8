import {
  Ai,
  AiError,
  type CaptionDraft,
  type CaptionInput,
  type SuggestionDraft,
  type SuggestionInput,
} from '../../ai.js';
import { suggestionChecks } from '../../validation/suggestions.js';
import { writeCaption } from './captions.js';
import { measureLook } from './look.js';
import { writeSection } from './suggestions.js';

/** Further variants tried when a draft equals the text that it replaces. */
const MAX_VARIANTS = 20;

/**
 * Drafts English texts from templates, without an AI model. Captions use the client's record and the picture's
 * address, file name, date, colours and light; what the picture shows is taken from its file name only. Suggestions
 * use what their input states. The same input gives the same draft.
 */
export class OfflineProvider extends Ai {
  async draftCaption(input: CaptionInput, signal: AbortSignal): Promise<CaptionDraft> {
    signal.throwIfAborted();
    const look = await measureLook(input.picture.jpeg).catch((cause: unknown) => {
      const message = `The picture ${input.picture.fileName} could not be read. Replace it with another file.`;
      throw new AiError(message, { code: 'NOTHING_TO_WRITE', cause });
    });
    signal.throwIfAborted();
    const rejected = input.rejected?.caption;
    for (let variant = 0; ; variant += 1) {
      const caption = writeCaption(input, look, variant);
      const isRepeated = caption.title === rejected?.title || caption.description === rejected?.description;
      if (!isRepeated || variant === MAX_VARIANTS) return { caption, provider: 'built-in' };
    }
  }

  async draftSuggestion(input: SuggestionInput, signal: AbortSignal): Promise<SuggestionDraft> {
    signal.throwIfAborted();
    const check = suggestionChecks(input);
    for (let variant = 0; ; variant += 1) {
      const { usable, unusableReason } = writeSection(input.section, input, check, variant);
      if (usable === null) throw new AiError(unusableReason ?? '', { code: 'NOTHING_TO_WRITE' });
      const hasVariants = input.section === 'description';
      if (!hasVariants || usable !== input.previous || variant === MAX_VARIANTS)
        return { suggestion: usable, provider: 'built-in' };
    }
  }
}
