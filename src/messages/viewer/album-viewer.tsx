import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { readMessage } from '#db/reads/uploads.ts';
import { useThread } from '../../data/threads.ts';
import Viewer from '../../features/people/profile/viewer.tsx';
import { nameOf } from '../../i18n/official.ts';

type Props = { readonly mid: string; readonly at: number; readonly onClose: () => void };

/** The pictures of a message over the whole screen. */
const AlbumViewer = ({ mid, at, onClose }: Props) => {
  const row = useLiveQuery(async () => (await readMessage(mid)) ?? null, [mid]);
  const thread = useThread(row?.tid ?? '');
  const payload = row?.payload;
  const items = payload && 'items' in payload ? payload.items : [];
  const urls = items.flatMap(({ thumb }) => (thumb === '' ? [] : thumb));
  const isGone = row === null || (row !== undefined && urls.length === 0);
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  if (!row || urls.length === 0) return null;
  const name = row.out ? row.nickName : nameOf(row.tid, thread?.linkedUser.nickName ?? row.nickName);
  return <Viewer urls={urls} start={Math.min(at, urls.length - 1)} name={name} onClose={onClose} />;
};
export default AlbumViewer;
