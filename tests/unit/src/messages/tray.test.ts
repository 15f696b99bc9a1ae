import { expect, test } from 'vitest';
import { ROLE_ANCHOR, ROLE_USER } from '#contract/account/rules.ts';
import { type TrayPlace, type TrayTool, toolsAt } from '../../../../src/messages/tray/tools.ts';

const tool = (key: string, shows: TrayTool['shows']) => ({ key, shows }) as TrayTool;
const TABLE = [
  tool('all', () => true),
  tool('hosts', ({ role }) => role === ROLE_ANCHOR),
  tool('to-hosts', ({ peerRole }) => peerRole === ROLE_ANCHOR),
  tool('no-call', ({ where }) => where === 'chat'),
];
const at = (place: Partial<TrayPlace>) =>
  toolsAt(TABLE, { role: ROLE_USER, peerRole: ROLE_USER, where: 'chat', ...place }).map(({ key }) => key);

test('the tray offers the entries allowed by both users and the conversation, in table order', () => {
  expect(at({})).toEqual(['all', 'no-call']);
  expect(at({ role: ROLE_ANCHOR })).toEqual(['all', 'hosts', 'no-call']);
  expect(at({ peerRole: ROLE_ANCHOR, where: 'call' })).toEqual(['all', 'to-hosts']);
  expect(at({ role: undefined, peerRole: undefined })).toEqual(['all', 'no-call']);
});
