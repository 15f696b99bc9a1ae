import { Copy, Download, Flag, Forward, Languages, type LucideIcon, Pencil, Reply, Trash2, Undo2 } from 'lucide-react';
import { isForwardable } from '#contract/chat/forward.ts';
import { EDIT_WITHIN_MS, RETRACT_WITHIN_MS } from '#contract/chat/kind-rules.ts';
import { isEditable, isRetractable } from '#contract/chat/retract.ts';
import { isGone } from '#contract/chat/sensitive.ts';
import type { MessageRow } from '#db/schema.ts';
import { currentTextLanguage } from '../../i18n/text-language.ts';
import { openPanel } from '../../ui/dialog/panel.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import type { MessageActions } from '../message-actions.ts';
import { urlsToSave } from '../viewer/files.ts';

type Word = 'reply' | 'copy' | 'edit' | 'translate' | 'forward' | 'save' | 'hide' | 'retract' | 'report';

/** An entry of the menu of a message, with the condition under which it is offered. */
export type MessageAction = {
  readonly key: Word;
  readonly icon: LucideIcon;
  readonly danger?: true;
  /** The action moves the focus itself, so the menu must not restore it when it closes. */
  readonly takesFocus?: true;
  readonly shows: (row: MessageRow, actions: MessageActions) => boolean;
  readonly run: (row: MessageRow, actions: MessageActions, say: (word: 'copied') => string) => void;
};

/**
 * Returns the text that the copy entry puts on the clipboard: the text as it was sent, not a translation made on this side; empty for a
 * message without a text.
 */
export const wordsToCopy = ({ payload }: MessageRow): string => (payload && 'body' in payload ? payload.body : '');

/** Returns whether a message has content that the user can still read. */
export const isReadable = (row: MessageRow) => row.payload !== undefined && !isGone(row);
const isThere = ({ out, state }: MessageRow) => !out || state === 'success';
/** Returns whether a message is an own one that the server has accepted, is readable, and has content for which `allows` returns true. */
const isOwn = (row: MessageRow, allows: (payload: NonNullable<MessageRow['payload']>) => boolean) =>
  row.out && row.state === 'success' && isReadable(row) && row.payload !== undefined && allows(row.payload);

async function copy(text: string, done: string): Promise<void> {
  // `writeText` rejects without clipboard permission; the text can still be selected by hand.
  await navigator.clipboard.writeText(text).then(
    () => showToast(done, 'good'),
    () => {},
  );
}

async function translate(row: MessageRow): Promise<void> {
  const to = currentTextLanguage();
  if (!to) return;
  const { translationChain } = await import('../translation/chain.ts');
  await translationChain.translateSeen([row], { to, mode: 'on' });
}

async function save(row: MessageRow): Promise<void> {
  const { saveFiles } = await import('../viewer/save.ts');
  await saveFiles(urlsToSave(row), row.date);
}

/** Entries of the message menu, in display order. */
export const MESSAGE_ACTIONS: readonly MessageAction[] = [
  {
    key: 'reply',
    icon: Reply,
    takesFocus: true,
    shows: (row, { reply }) => reply !== undefined && isReadable(row) && isThere(row),
    run: (row, { reply }) => reply?.(row),
  },
  {
    key: 'copy',
    icon: Copy,
    shows: (row) => isReadable(row) && wordsToCopy(row) !== '',
    run: (row, _deeds, say) => void copy(wordsToCopy(row), say('copied')),
  },
  {
    key: 'edit',
    icon: Pencil,
    takesFocus: true,
    // By the clock of the device; the core and the server check the time again, by the clock of the server.
    shows: (row, { edit }) => edit !== undefined && isOwn(row, isEditable) && Date.now() - row.date < EDIT_WITHIN_MS,
    run: (row, { edit }) => edit?.(row),
  },
  {
    key: 'translate',
    icon: Languages,
    shows: (row) => !row.out && isReadable(row) && row.payload?.kind === 'text' && !row.translate && !row.payload.said,
    run: (row) => void translate(row).catch(() => {}),
  },
  {
    key: 'forward',
    icon: Forward,
    shows: (row) => isOwn(row, isForwardable),
    run: ({ mid }) => openPanel('forward', { mid }),
  },
  {
    key: 'save',
    icon: Download,
    shows: (row) => urlsToSave(row).length > 0,
    run: (row) => void save(row).catch(() => {}),
  },
  {
    key: 'hide',
    icon: Trash2,
    danger: true,
    shows: isThere,
    run: ({ mid }) => openPanel('hideMessage', { mid }),
  },
  {
    key: 'retract',
    icon: Undo2,
    danger: true,
    // By the clock of the device; the core and the server check the time again, by the clock of the server.
    shows: (row) => isOwn(row, isRetractable) && Date.now() - row.date < RETRACT_WITHIN_MS,
    run: ({ mid }) => openPanel('retractMessage', { mid }),
  },
  {
    key: 'report',
    icon: Flag,
    danger: true,
    shows: (row, { uid }) => !row.out && uid > 1,
    run: ({ mid }, { uid, name }) => openPanel('report', { uid, name, mid }),
  },
];
