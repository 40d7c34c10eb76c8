import type { ENGLISH } from './en.js';

/** Forms of a text by the plural of its number `{n}`, as `Intl.PluralRules` names them. */
type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** All texts of a language. `{name}` stands for a value. */
export type MailTexts = Record<keyof typeof ENGLISH, string | Plural>;
