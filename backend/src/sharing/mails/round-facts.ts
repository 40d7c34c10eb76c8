import { In, type EntityManager } from 'typeorm';
import { SECTIONS, type ReviewKind } from '../../contract/statuses.js';
import type { NewRoundItems } from '../../reviews/new-rounds.js';
import type { Item } from '../../reviews/decision.js';
import { Image } from '../../images/image.entity.js';
import type { MailFeedback } from '../../mail/mail-content.js';
import type { ReviewFacts } from '../../mail/to-reviewer.js';
import { findReview } from '../../reviews/reviews.queries.js';
import { OptimizationSection } from '../../optimizations/optimization-section.entity.js';

/** What is new of a round. */
export interface RoundFacts {
  /** What the client decided on before and is to look at again. */
  again: MailAgain[];
  /** Whether there is also something that they have not seen; the mail then counts everything that is left. */
  hasAdded: boolean;
}

/** A photo or section that came back to the client. */
export interface MailAgain extends MailFeedback {
  /** Otherwise the client's feedback was answered only. */
  isChanged: boolean;
  /** The answer of staff; `''` for none. */
  reply: string;
}

/** A photo or section of a round that waits for a decision. */
interface Waiting {
  /** Its key in the round. */
  key: string;
  name: string;
  fileId: string | null;
  item: Item;
  /** What the client said when they rejected it last; `''` for what they did not reject. */
  feedback: string;
}

/**
 * What is new of a round as it stands now: what waits for a decision, and not just as it was rejected and without an answer.
 * @param round what was put before the client
 * @returns why the mail is dropped if nothing is new
 */
export async function findOfRound(
  manager: EntityManager,
  reviewId: string,
  round: NewRoundItems,
): Promise<(Pick<ReviewFacts, 'left' | 'photos'> & RoundFacts) | { drop: string }> {
  const waiting = await findWaiting(manager, reviewId, Object.keys(round));
  if (waiting.length === 0) return { drop: 'Everything is decided.' };
  const isAdded = ({ key }: Waiting) => round[key] === 'added';
  const news = waiting.filter((one) => isAdded(one) || one.item.decision.returnReason(one.item) !== null);
  if (news.length === 0) return { drop: 'Nothing was changed or answered.' };
  const again = news
    .filter((one) => !isAdded(one))
    .map(({ name, feedback, item }): MailAgain => {
      return { name, feedback, isChanged: item.decision.returnReason(item) === 'changed', reply: item.decision.reply };
    });
  return {
    left: news.length,
    photos: news.flatMap(({ fileId, name: title }) => (fileId ? [{ fileId, title }] : [])),
    again,
    hasAdded: news.some(isAdded),
  };
}

async function findWaiting(manager: EntityManager, reviewId: string, keys: string[]): Promise<Waiting[]> {
  const review = await findReview(manager, reviewId);
  return review ? WAITING[review.kind](manager, reviewId, keys) : [];
}

const PENDING = { status: 'pending' } as const;

/** The items of a review with these keys that the client can see and that wait for a decision, in their order. */
const WAITING: Record<ReviewKind, (manager: EntityManager, id: string, keys: string[]) => Promise<Waiting[]>> = {
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
