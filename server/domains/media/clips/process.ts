import { fail } from '../../../../contract/result.ts';
import { isDiskFull } from '../disk.ts';
import type { ClipOutcome, ClipTask } from './task.ts';
import { transcode } from './transcode.ts';

// Exits with the server process. The listener also keeps this process alive, which the decoders' threads do not.
process.once('disconnect', () => process.exit(1));

/** Processes the one clip of this process. An error that is thrown counts as an unreadable clip, except that of a full disk. */
async function run(task: ClipTask): Promise<ClipOutcome> {
  try {
    return await transcode(task);
  } catch (error) {
    return fail({ code: isDiskFull(error) ? 'upload-no-room' : 'upload-unreadable' });
  }
}

const outcome = await run(JSON.parse(process.argv[2] ?? '{}'));
process.send?.(outcome, () => process.exit(0));
