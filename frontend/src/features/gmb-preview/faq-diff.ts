import type { Faq } from '@gmb-moments/backend/contract/faqs';
import { keyOf } from './list-diff';

/** A suggested question: not asked before, answered differently, or as it was. */
export type SuggestedFaq = Faq & ({ mark: 'new' } | { mark: 'kept' } | { mark: 'changed'; before: string });

/** A question as it stands now: `removed` when the suggestion does without it. */
export type CurrentFaq = Faq & ({ mark: 'kept' } | { mark: 'removed' } | { mark: 'changed'; after: string });

/** Compares questions by their words and answers to the letter. */
export function compareFaqs(current: Faq[], suggested: Faq[]): { current: CurrentFaq[]; suggested: SuggestedFaq[] } {
  const before = new Map(current.map((faq) => [keyOf(faq.question), faq.answer]));
  const after = new Map(suggested.map((faq) => [keyOf(faq.question), faq.answer]));
  return {
    current: current.map((faq) => {
      const answer = after.get(keyOf(faq.question));
      if (answer === undefined) return { ...faq, mark: 'removed' };
      return answer === faq.answer ? { ...faq, mark: 'kept' } : { ...faq, mark: 'changed', after: answer };
    }),
    suggested: suggested.map((faq) => {
      const answer = before.get(keyOf(faq.question));
      if (answer === undefined) return { ...faq, mark: 'new' };
      return answer === faq.answer ? { ...faq, mark: 'kept' } : { ...faq, mark: 'changed', before: answer };
    }),
  };
}
