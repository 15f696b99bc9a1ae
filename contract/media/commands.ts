import { picklist } from 'valibot';
import { command, nothing, pageFile, someId } from '../command.ts';
import { UPLOAD_PURPOSES } from './media.ts';

const uploadId = someId;

export const mediaCommands = {
  /** Keeps the file and sends it to the upload host when it can be reached; progress is in `app.uploads`. */
  upload: command({ args: [uploadId, picklist(UPLOAD_PURPOSES), pageFile], value: nothing }),
  /** Sends a refused file again. */
  retryUpload: command({ args: [uploadId], value: nothing }),
  /** Cancels and deletes an upload, or removes a finished one. */
  dropUpload: command({ args: [uploadId], value: nothing }),
};
