import { sessionStore } from './session-store';

/** Feedback that was typed but not sent: it outlives a closed dialog and a reload, until it is sent or the tab closes. */

const key = (about: string) => `review-feedback:${about}`;

export const readDraft = (about: string) => sessionStore.read(key(about));
export const keepDraft = (about: string, feedback: string) => sessionStore.write(key(about), feedback);
export const dropDraft = (about: string) => sessionStore.write(key(about), '');
