import { OFFICIAL_UID } from '../../../contract/account/rules.ts';
import type { NoticeItem, NoticeTemplate } from '../../../contract/notices/item.ts';
import type { NoticeRow } from '../../../worker/db/schema.ts';
import { GALLERY_NOW } from '../app/gallery.ts';
import { ACCOUNT_ROWS, withRows } from '../rows/account.ts';
import { heading, type Screen, text } from '../screen.ts';

const HOUR_MS = 3_600_000;
const notice = (
  id: number,
  template: NoticeTemplate,
  uid: number,
  values: NoticeItem['content']['values'],
): NoticeRow => ({
  ...{ id, key: `${template}:${id}`, from: `u_${uid}@gallery`, type: '2', avatarUrl: '' },
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

/** What the device lists and holds. */
export const DEVICE_SCREENS: readonly Screen[] = [
  {
    name: 'notices',
    path: '/notices',
    rows: withRows(ACCOUNT_ROWS, { notices: NOTICES }),
    shows: text(/Asha.? is online/),
  },
  { name: 'no notices', variant: true, path: '/notices', rows: ACCOUNT_ROWS, shows: heading('Nothing new yet') },
  {
    name: 'what lies on the device, and what waits',
    path: '/device',
    rows: ACCOUNT_ROWS,
    shows: heading('Kept here'),
  },
];
