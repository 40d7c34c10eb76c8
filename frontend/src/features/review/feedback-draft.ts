import { sessionStore } from './session-store';

/** Feedback that was typed but not sent: it outlives a closed dialog and a reload, until it is sent or the tab closes. */

const key = (imageId: string) => `review-feedback:${imageId}`;

export const readDraft = (imageId: string) => sessionStore.read(key(imageId));
export const keepDraft = (imageId: string, feedback: string) => sessionStore.write(key(imageId), feedback);
export const dropDraft = (imageId: string) => sessionStore.write(key(imageId), '');
