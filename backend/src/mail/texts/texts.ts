import type { PhrasesOf } from '../../contract/phrases.js';
import type { ENGLISH } from './en.js';

/** All texts of a language. `{name}` stands for a value. */
export type MailTexts = PhrasesOf<keyof typeof ENGLISH>;
