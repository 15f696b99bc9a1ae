import type { chatCommands } from '#contract/chat/commands.ts';
import { REACTIONS_MAX } from '#contract/chat/kind-rules.ts';
import { isReactable } from '#contract/chat/retract.ts';
import { isGone } from '#contract/chat/sensitive.ts';
import type { CommandsOf } from '#contract/command.ts';
import { stanzaIdOfMid } from '#contract/ids.ts';
import { fail, ok } from '#contract/result.ts';
import type { ChatPorts } from '../commands.ts';
import { requestChange } from './request.ts';

type ReactCommands = Pick<CommandsOf<typeof chatCommands>, 'reactToMessage'>;

/**
 * Creates the command that reacts to a message. The reaction is shown at once, and the one before it again when the server refuses it
 * (`settleChanges`). Beyond `REACTIONS_MAX` the oldest reaction is dropped.
 */
export const createReactCommand = (ports: ChatPorts): ReactCommands => ({
  reactToMessage: (mid, emoji, isOn, stanzaId) =>
    requestChange(ports, { mid, stanzaId }, (row) => {
      const may = row.state === 'success' && !isGone(row) && row.payload && isReactable(row.payload);
      if (!may) return fail({ code: 'forbidden' });
      const others = (row.reactions?.own ?? []).filter((one) => one !== emoji);
      const next = isOn ? [...others, emoji].slice(-REACTIONS_MAX) : others;
      return ok({ kind: 'reaction', of: stanzaIdOfMid(mid), emoji: next });
    }),
});
