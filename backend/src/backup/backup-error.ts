/** Why a backup, a restore or a move of files ended early, told to the person in one sentence. */
export class BackupError extends Error {}
