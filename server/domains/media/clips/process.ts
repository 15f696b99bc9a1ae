import { fail } from '../../../../contract/result.ts';
import { isDiskFull } from '../disk.ts';
import type { ClipOutcome, ClipTask } from './task.ts';
import { transcode } from './transcode.ts';

// Ends with the server. Listening also keeps this process alive: the threads of the decoders do not.
process.once('disconnect', () => process.exit(1));

/** Clip process: one clip, then it ends. Every error of the decoders counts as a fault of the clip. */
async function run(task: ClipTask): Promise<ClipOutcome> {
  try {
    return await transcode(task);
  } catch (error) {
    return fail({ code: isDiskFull(error) ? 'upload-no-room' : 'upload-unreadable' });
  }
}

const outcome = await run(JSON.parse(process.argv[2] ?? '{}'));
process.send?.(outcome, () => process.exit(0));
