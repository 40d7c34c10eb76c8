import {
  Ai,
  AiError,
  type Caption,
  type CaptionDraft,
  type CaptionInput,
  type SuggestionDraft,
  type SuggestionInput,
} from './ai.js';
import { Draft } from './offline/draft.js';
import { factsOf, withoutRejected } from './offline/facts.js';
import { wishesOf } from './offline/feedback.js';
import { languageOf } from './offline/language.js';
import { lookOf } from './offline/look.js';
import { Seed } from './offline/seed.js';
import { draftSection } from './offline/suggestions/suggest.js';
import { nothingFor } from './suggestions/rules.js';

/** Attempts to write something else than what the client rejected. */
const OTHER_WAYS = 20;

/**
 * Drafts without any AI: suggestions from what the inputs state, captions from the client's record, the picture's
 * address, file name and date, and the colours and light of its pixels. It claims nothing about what the picture shows
 * beyond what its file is called.
 */
export class OfflineProvider extends Ai {
  async caption(input: CaptionInput, signal: AbortSignal): Promise<CaptionDraft> {
    signal.throwIfAborted();
    const look = await lookOf(input.picture.jpeg).catch((cause: unknown) => {
      const message = `The picture ${input.picture.fileName} could not be read. Replace it with another file.`;
      throw new AiError(message, { code: 'NOTHING_TO_WRITE', cause });
    });
    signal.throwIfAborted();
    const { client, picture, rejected } = input;
    const { language } = languageOf(
      client.description || [...client.targetKeywords, client.mediaDescription].join(' '),
    );
    const wishes = wishesOf(rejected);
    for (let way = 0; ; way += 1) {
      const seed = new Seed(picture.jpeg, picture.fileName, rejected?.feedback ?? '', String(way));
      const facts = factsOf(input, look, language, wishes, seed);
      const caption = new Draft(facts, language, wishes, seed).caption(withoutRejected(client, wishes), look);
      if (way === OTHER_WAYS || !isLike(caption, rejected?.caption)) return { caption, provider: 'built-in' };
    }
  }

  async suggest(input: SuggestionInput, signal: AbortSignal): Promise<SuggestionDraft> {
    signal.throwIfAborted();
    const { fitted } = draftSection(input);
    if (fitted === null) throw new AiError(nothingFor(input.section), { code: 'NOTHING_TO_WRITE' });
    return { suggestion: fitted, provider: 'built-in' };
  }
}

function isLike(caption: Caption, rejected: Caption | undefined): boolean {
  return caption.title === rejected?.title || caption.description === rejected?.description;
}
