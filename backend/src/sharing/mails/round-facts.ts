import { In, type EntityManager } from 'typeorm';
import { SECTIONS, type ReviewKind } from '../../contract/statuses.js';
import type { NewRoundItems } from '../../reviews/new-rounds.js';
import type { Item } from '../../reviews/decision.js';
import { Image } from '../../images/image.entity.js';
import type { MailFeedback } from '../../mail/mail-content.js';
import type { ReviewFacts } from '../../mail/reviewer-mail.js';
import { findReview } from '../../reviews/reviews.queries.js';
import { OptimizationSection } from '../../optimizations/optimization-section.entity.js';

/** The facts of a mail about a new round. */
export interface RoundFacts {
  /** Items that were decided on before and that came back. */
  again: ReturnedItem[];
  /** Whether there are also items that the reviewers have not seen; the mail then counts all that is left. */
  hasAdded: boolean;
}

/** A photo or section that came back to the client. */
export interface ReturnedItem extends MailFeedback {
  /** Whether its content changed; otherwise staff only answered the feedback. */
  isChanged: boolean;
  /** The answer of staff; `''` for none. */
  reply: string;
}

/** A photo or section of a round that waits for a decision. */
interface WaitingItem {
  /** The item id. */
  key: string;
  name: string;
  fileId: string | null;
  item: Item;
  /** The reviewer's feedback of the last rejection; `''` without one. */
  feedback: string;
}

/**
 * The facts of a round at the time of sending: the items that still wait for a decision, without those that came back
 * unchanged and without an answer.
 * @param round the items that were added to the mail
 * @returns the facts; or why the mail is dropped, if no item is left
 */
export async function findRoundFacts(
  manager: EntityManager,
  reviewId: string,
  round: NewRoundItems,
): Promise<(Pick<ReviewFacts, 'left' | 'photos'> & RoundFacts) | { drop: string }> {
  const waiting = await findWaiting(manager, reviewId, Object.keys(round));
  if (waiting.length === 0) return { drop: 'Everything is decided.' };
  const isAdded = ({ key }: WaitingItem) => round[key] === 'added';
  const news = waiting.filter((one) => isAdded(one) || one.item.decision.returnReason(one.item) !== null);
  if (news.length === 0) return { drop: 'Nothing was changed or answered.' };
  const again = news
    .filter((one) => !isAdded(one))
    .map(({ name, feedback, item }): ReturnedItem => {
      return { name, feedback, isChanged: item.decision.returnReason(item) === 'changed', reply: item.decision.reply };
    });
  return {
    left: news.length,
    photos: news.flatMap(({ fileId, name: title }) => (fileId ? [{ fileId, title }] : [])),
    again,
    hasAdded: news.some(isAdded),
  };
}

async function findWaiting(manager: EntityManager, reviewId: string, keys: string[]): Promise<WaitingItem[]> {
  const review = await findReview(manager, reviewId);
  return review ? FIND_WAITING[review.kind](manager, reviewId, keys) : [];
}

const PENDING = { status: 'pending' } as const;

/** The items of a review with these keys that reviewers can see and that wait for a decision, in their order. */
const FIND_WAITING: Record<ReviewKind, (manager: EntityManager, id: string, keys: string[]) => Promise<WaitingItem[]>> =
  {
    moment: async (manager, momentId, keys) => {
      const where = { momentId, id: In(keys), decision: PENDING };
      const images = await manager.find(Image, { where, order: { position: 'ASC' } });
      return images.map((item) => {
        const { id: key, title, fileName, fileId, earlier } = item;
        return { key, name: title || fileName, fileId, item, feedback: earlier?.feedback ?? '' };
      });
    },
    optimization: async (manager, optimizationId, keys) => {
      const where = { optimizationId, section: In(keys), decision: PENDING };
      const sections = await manager.find(OptimizationSection, { where });
      return sections
        .filter(({ suggestion }) => suggestion !== '')
        .toSorted((a, b) => SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section))
        .map((item) => {
          const { section: key, decision } = item;
          return { key, name: key, fileId: null, item, feedback: decision.feedback };
        });
    },
  };
