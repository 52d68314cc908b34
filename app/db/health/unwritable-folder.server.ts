const FOLDER_ERRORS = ["EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR", "EEXIST", "EISDIR"];

/** Whether an error says that a file or folder cannot be read or written here. */
export const isFolderError = (error: unknown): boolean =>
  FOLDER_ERRORS.includes((error as NodeJS.ErrnoException).code ?? "");

/** Why a shop does not start, as a sentence. @param folder DATA_DIR */
export const unwritableFolder = (folder: string, error: unknown): string =>
  `it cannot write to its data folder, ${folder} (${(error as Error).message}). Give the shop's user write access to it, or set DATA_DIR to another folder.`;
