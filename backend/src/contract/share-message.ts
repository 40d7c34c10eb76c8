/** What staff write as they share. No framework code: the frontend imports this file at run time. */
import type { Language } from './languages.js';

/** Placeholder in a message for the first name of each reviewer. */
export const FIRST_NAME = '{First name}';

/** Replaces the placeholder by the first name of a reviewer. */
export function messageTo(reviewerName: string, message: string): string {
  const [firstName = ''] = reviewerName.trim().split(/\s+/u);
  return message.replaceAll(FIRST_NAME, () => firstName);
}

/** The default message, by the reviewer's language. */
export const DEFAULT_MESSAGES: Record<Language, string> = {
  en: 'Hello {First name},\nplease approve what may be published, and tell us what should change.',
  ar: 'مرحبًا {First name}،\nيُرجى الموافقة على ما يمكن نشره، وإخبارنا بما يجب تغييره.',
  de: 'Hallo {First name},\nbitte geben Sie frei, was veröffentlicht werden darf, und sagen Sie uns, was anders werden soll.',
  es: 'Hola, {First name}:\napruebe lo que se puede publicar y díganos qué debemos cambiar.',
  fr: 'Bonjour {First name},\nmerci d’approuver ce qui peut être publié et de nous dire ce qui doit être modifié.',
  it: 'Buongiorno {First name},\napprovi ciò che si può pubblicare e ci dica che cosa va modificato.',
  nl: 'Hallo {First name},\nkeur goed wat gepubliceerd mag worden, en zeg ons wat anders moet.',
  pt: 'Olá {First name},\naprove o que pode ser publicado e diga-nos o que devemos alterar.',
};

/** The message to a reviewer: that of staff or, if it is empty, the default one in the reviewer's language. */
export function messageFor({ name, language }: { name: string; language: Language }, message: string): string {
  return messageTo(name, message || DEFAULT_MESSAGES[language]);
}
