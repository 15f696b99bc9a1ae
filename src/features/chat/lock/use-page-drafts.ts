import { nanoid } from 'nanoid';
import { useEffect, useRef, useState } from 'react';
import { LOCK_PRICE_MIN_GEMS } from '#contract/chat/kind-rules.ts';
import type { ExclusiveItem } from '#contract/chat/lock/endpoints.ts';
import { EXCLUSIVE_MAX_ITEMS } from '#contract/media/rules.ts';
import { core } from '../../../core/core.ts';
import { type Turn, turned } from '../../../media/fitted.ts';
import { pictureOf } from '../../../media/pictures.ts';
import { createShrinker, type Shrinker } from '../../../media/shrink.ts';
import { type Draft, draftOf } from './exclusive-draft.ts';

/** Pictures of an exclusive page that is edited, and the actions that add, rotate, price and remove them. */
export type PageDrafts = {
  readonly drafts: readonly Draft[];
  readonly add: (files: readonly File[]) => void;
  /** Rotates a picture that was chosen here by 90° clockwise. */
  readonly turn: (draft: Draft) => void;
  readonly price: (key: string, gems: number) => void;
  readonly remove: (key: string) => void;
};

/** Manages the pictures of an exclusive page that is edited. A chosen file is scaled down on the device before its upload. */
export function usePageDrafts(items: readonly ExclusiveItem[]): PageDrafts {
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => items.map(draftOf));
  const shrinker = useRef<Shrinker>(undefined);
  const sent = useRef<string[]>([]);
  /** Rotation last requested for each draft, by its key. A result that was made for another rotation is discarded. */
  const wanted = useRef(new Map<string, Turn>());
  useEffect(
    () => () => {
      wanted.current.clear();
      shrinker.current?.end();
      shrinker.current = undefined;
      // The upload rows are local only; pictures that were saved to the page stay on the server.
      for (const id of sent.current) void core.dropUpload(id);
    },
    [],
  );
  const change = (key: string, next: Partial<Draft>) =>
    setDrafts((all) => all.map((draft) => (draft.key === key ? { ...draft, ...next } : draft)));

  async function make(key: string, file: Blob, turn: Turn): Promise<void> {
    wanted.current.set(key, turn);
    shrinker.current ??= createShrinker();
    const isWanted = () => wanted.current.get(key) === turn;
    const made = await pictureOf(file, turn, shrinker.current);
    if (!isWanted()) return;
    if (!made.ok) return change(key, { fault: made.error });
    const uploadId = nanoid();
    sent.current.push(uploadId);
    const uploaded = await core.upload(uploadId, 'chat', made.value.blob);
    if (!isWanted()) return void core.dropUpload(uploadId);
    change(key, uploaded.ok ? { uploadId } : { fault: uploaded.error });
  }
  return {
    drafts,
    add(files) {
      const chosen = files.slice(0, EXCLUSIVE_MAX_ITEMS - drafts.length).map((file) => ({ file, key: nanoid() }));
      setDrafts((all) => [
        ...all,
        ...chosen.map(({ key, file }) => ({
          key,
          file,
          turn: 0 as const,
          mediaId: '',
          uploadId: '',
          price: LOCK_PRICE_MIN_GEMS,
        })),
      ]);
      for (const { key, file } of chosen) void make(key, file, 0);
    },
    turn({ key, file, turn, uploadId }) {
      if (!file) return;
      if (uploadId !== '') void core.dropUpload(uploadId);
      const next = turned(turn);
      change(key, { turn: next, uploadId: '' });
      void make(key, file, next);
    },
    price: (key, price) => change(key, { price }),
    remove(key) {
      wanted.current.delete(key);
      setDrafts((all) => all.filter((draft) => draft.key !== key));
    },
  };
}
