import { picklist } from 'valibot';
import { command, nothing, pageFile, someId } from '../command.ts';
import { UPLOAD_PURPOSES } from './media.ts';

const uploadId = someId;

/** Commands of pages to the core for uploads to the own profile. Files of messages have their own commands (`mediaMessageCommands`). */
export const mediaCommands = {
  /** Stores the file and uploads it when the upload host is reachable; progress is in `app.uploads`. */
  upload: command({ args: [uploadId, picklist(UPLOAD_PURPOSES), pageFile], value: nothing }),
  /** Retries a refused upload. */
  retryUpload: command({ args: [uploadId], value: nothing }),
  /** Cancels and deletes an upload, or removes a finished one. */
  dropUpload: command({ args: [uploadId], value: nothing }),
};
