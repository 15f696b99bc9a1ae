import type { chatCommands } from '#contract/chat/commands.ts';
import { EDIT_WITHIN_MS } from '#contract/chat/kind-rules.ts';
import { isEditable } from '#contract/chat/retract.ts';
import { isGone } from '#contract/chat/sensitive.ts';
import type { CommandsOf } from '#contract/command.ts';
import { stanzaIdOfMid } from '#contract/ids.ts';
import { fail, ok } from '#contract/result.ts';
import type { ChatPorts } from '../commands.ts';
import { payloadOf } from '../sent.ts';
import { requestChange } from './request.ts';

type EditCommands = Pick<CommandsOf<typeof chatCommands>, 'editMessage'>;

/**
 * Creates the command that edits an own text. The new text is shown at once, and the text before it again when the server refuses the
 * change (`settleChanges`).
 */
export const createEditCommand = (ports: ChatPorts): EditCommands => ({
  editMessage: (mid, typed, stanzaId) =>
    requestChange(ports, { mid, stanzaId }, (row, now) => {
      const draft = payloadOf({ kind: 'text', body: typed }, now, undefined);
      if (!draft.ok) return draft;
      const may = row.out && row.state === 'success' && !isGone(row) && row.payload && isEditable(row.payload);
      const isInTime = now - row.date <= EDIT_WITHIN_MS;
      if (!may || !isInTime || draft.value.kind !== 'text') return fail({ code: 'forbidden' });
      return ok({ kind: 'correction', of: stanzaIdOfMid(mid), body: draft.value.body });
    }),
});
