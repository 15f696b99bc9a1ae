import type { chatCommands } from '#contract/chat/commands.ts';
import { RETRACT_WITHIN_MS } from '#contract/chat/kind-rules.ts';
import { isRetractable } from '#contract/chat/retract.ts';
import { isGone } from '#contract/chat/sensitive.ts';
import type { CommandsOf } from '#contract/command.ts';
import { stanzaIdOfMid } from '#contract/ids.ts';
import { fail, ok } from '#contract/result.ts';
import type { ChatPorts } from '../commands.ts';
import { requestChange } from './request.ts';

type RetractCommands = Pick<CommandsOf<typeof chatCommands>, 'retractMessage'>;

/**
 * Creates the command that deletes an own message for everyone. The message is hidden at once; its content is deleted when the server has
 * accepted the request, and shown again when it refuses it (`settleChanges`).
 */
export const createRetractCommand = (ports: ChatPorts): RetractCommands => ({
  retractMessage: (mid, stanzaId) =>
    requestChange(ports, { mid, stanzaId }, (row, now) => {
      const may = row.out && row.state === 'success' && !isGone(row) && row.payload && isRetractable(row.payload);
      if (!may || now - row.date > RETRACT_WITHIN_MS) return fail({ code: 'forbidden' });
      return ok({ kind: 'retraction', of: stanzaIdOfMid(mid) });
    }),
});
