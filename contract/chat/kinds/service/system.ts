import { object, picklist } from 'valibot';
import { SYSTEM_KEYS } from '../../official.ts';
import { defineKind } from '../kind.ts';
import { numberIn, uid } from '../shapes.ts';
import { args, readSay, writeSay } from './service-text.ts';

/**
 * Message kind `system` (type 5): the official service reports what happened to a message of the conversation with `about`: its unlock, its
 * removal, or a refund of gems. `args.of` is its stanza id. Only a refund of gems is drawn; every other report just changes that message.
 */
export const system = defineKind({
  type: 5,
  kind: 'system',
  sentBy: 'official',
  isNews: false,
  category: 'official',
  startsAs: 'success',
  schema: object({ key: picklist(SYSTEM_KEYS), args, about: uid }),
  write: (say, build) => ({ body: '', children: [writeSay(say, build)] }),
  read(_body, x) {
    const say = readSay(x);
    return { ...say, about: numberIn(say.about) };
  },
  about: ({ about }) => about,
  answers: ({ args: { of } }) => of,
  // Only a refund of gems (`givenBack`, not 0) is drawn; every other report just changes the message that it names.
  isSide: ({ key, args: { gems } }) => key !== 'givenBack' || gems === '0',
});
