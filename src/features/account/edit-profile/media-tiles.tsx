import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError, Result } from '#contract/result.ts';
import type { UploadRow } from '#db/schema.ts';
import { useSession } from '../../../data/session.tsx';
import { formatNumber } from '../../../i18n/format.ts';
import { FileButton } from '../../../ui/input/file-button.tsx';
import { Picture } from '../../../ui/media/picture.tsx';
import { TileTools } from './tile-tools.tsx';
import { moved, tiles } from './tiles.ts';
import { UploadTile } from './upload-tile.tsx';
import { useChosen } from './use-chosen.ts';

type Props<Item> = {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  readonly items: readonly Item[];
  readonly tileOf: (item: Item) => { readonly key: string; readonly picture: string };
  /** Translation key for the name of an item, with a placeholder for its number. */
  readonly nameKey: 'photoName' | 'clipName';
  readonly uploads: readonly UploadRow[];
  readonly max: number;
  readonly add: { readonly label: string; readonly accept: string; readonly icon: ReactNode; onFile(file: File): void };
  /** Stores a reordered or shortened list. */
  readonly store: (items: readonly Item[]) => Promise<Result<unknown, AppError>>;
  /** Upload errors and dialogs, below the tiles. */
  readonly children: ReactNode;
};

/** Pictures or clips of the profile in display order, followed by the pending and failed uploads. Items can be moved and removed. */
export function MediaTiles<Item>({ id, items: stored, tileOf, uploads, add, store, ...shown }: Props<Item>) {
  const { t } = useTranslation('edit');
  const { uid = 0, nickName = '' } = useSession() ?? {};
  const [items, choose] = useChosen(stored, store);
  const full = items.length + uploads.filter(({ state }) => state !== 'error').length >= shown.max;
  return (
    <section css={tiles.root} aria-labelledby={id}>
      <div>
        <h2 css={tiles.title} id={id}>
          {shown.title}
        </h2>
        <p css={tiles.hint}>{shown.hint}</p>
      </div>
      <ul css={tiles.list}>
        {items.map((item, index) => {
          const { key, picture } = tileOf(item);
          return (
            <li key={key} css={tiles.tile}>
              <Picture uid={uid} name={nickName} url={picture} sizes="200px" />
              <TileTools
                name={t(shown.nameKey, { number: formatNumber(index + 1) })}
                index={index}
                count={items.length}
                onMove={(step) => choose(moved(items, index, step))}
                onRemove={() => choose(items.filter((other) => other !== item))}
              />
            </li>
          );
        })}
        {uploads.map((row) => (
          <li key={row.id}>
            <UploadTile row={row} />
          </li>
        ))}
        {full ? null : (
          <li>
            <FileButton label={add.label} accept={add.accept} onFile={add.onFile}>
              <span css={tiles.add} aria-hidden="true">
                {add.icon}
                {add.label}
              </span>
            </FileButton>
          </li>
        )}
      </ul>
      {shown.children}
    </section>
  );
}
