import { OFFICIAL_UID } from '../../../contract/account/rules.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { NoticeItem, NoticeTemplate } from '../../../contract/notices/item.ts';
import type { ApiQueueRow, MessageRow, NoticeRow, OutboxRow } from '../../../worker/db/schema.ts';
import { GALLERY_NOW, type Rows } from '../app/gallery.ts';
import { ACCOUNT_ROWS, OWN, OWN_JID, withRows } from '../rows/account.ts';
import { message, TALKED_TO, THREADS } from '../rows/chat.ts';
import { heading, type Screen, text } from '../screen.ts';

const notice = (
  id: number,
  template: NoticeTemplate,
  uid: number,
  values: NoticeItem['content']['values'],
): NoticeRow => ({
  id,
  key: `${template}:${id}`,
  from: `u_${uid}@gallery`,
  type: '2',
  avatarUrl: '',
  content: { template, values },
  at: GALLERY_NOW - id * HOUR_MS,
  read: id > 3,
});
const NOTICES: readonly NoticeRow[] = [
  notice(1, 'online', 9_001, { name: 'Asha' }),
  notice(2, 'request', 9_004, { name: 'Defne' }),
  notice(3, 'recharged', OFFICIAL_UID, { amount: '1650' }),
  notice(4, 'accepted', 9_002, { name: 'Maximiliane Kriemhild von der Hohenburg' }),
  notice(5, 'task', OFFICIAL_UID, {}),
  notice(6, 'refunded', OFFICIAL_UID, { amount: '300' }),
];

const [SAID, SHOWN] = [1, 2].map((hours) =>
  message(TALKED_TO, { out: true, state: 'sending', date: GALLERY_NOW - hours * HOUR_MS }),
) as [MessageRow, MessageRow];
const FILE = 'waiting'.padEnd(21, '-');
const outbox = ({ mid, tid, to }: MessageRow, waitsFor?: string): OutboxRow => ({
  kind: 'message',
  about: mid,
  tid,
  stanzaId: mid,
  to,
  ...(waitsFor === undefined ? {} : { waitsFor }),
});
const change = (endpoint: string, data: unknown): ApiQueueRow => ({
  operationId: endpoint,
  endpoint,
  data,
  vcToken: '',
  uid: OWN,
  jid: OWN_JID,
  role: 2,
  queuedAt: GALLERY_NOW,
});
const WAITING: Rows = withRows(ACCOUNT_ROWS, {
  threads: THREADS,
  messages: [SAID, SHOWN],
  outbox: [outbox(SAID), outbox(SHOWN, FILE)],
  apiQueue: [change('updateProfile', { nickName: 'Robin' }), change('changeRelation', {})],
  uploads: [
    {
      id: FILE,
      purpose: 'chat',
      name: `${'0'.repeat(32)}.webp`,
      file: undefined,
      batch: SHOWN.mid,
      state: 'waiting',
      sentBytes: 0,
      totalBytes: 1_000,
      url: '',
      thumbUrl: '',
      error: '',
      queuedAt: GALLERY_NOW - HOUR_MS,
    },
  ],
});

/** Notices, and the data on the device. */
export const DEVICE_SCREENS: readonly Screen[] = [
  {
    name: 'notices',
    path: '/notices',
    rows: withRows(ACCOUNT_ROWS, { notices: NOTICES }),
    shows: text(/Asha.? is online/),
  },
  { name: 'no notices', variant: true, path: '/notices', rows: ACCOUNT_ROWS, shows: heading('Nothing new yet') },
  {
    name: 'data on the device',
    variant: true,
    path: '/device',
    rows: ACCOUNT_ROWS,
    shows: heading('Kept here'),
  },
  { name: 'unsent data on the device', path: '/device', rows: WAITING, shows: text('Files to send') },
];
