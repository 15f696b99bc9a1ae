import { css } from '@emotion/react';
import { Lock } from 'lucide-react';
import type { MessageRow } from '#db/schema.ts';
import { paidIn } from '../../../messages/media/lock-view.ts';
import { blurSrc } from '../../../ui/media/media-host.ts';
import { portrait, radius } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    inlineSize: 'min(100%, 220px)',
    marginInline: 'auto',
    borderRadius: radius.field,
    overflow: 'hidden',
    color: portrait.ink,
    backgroundColor: portrait.night,
    '& > img': { position: 'absolute', inset: 0, inlineSize: '100%', blockSize: '100%', objectFit: 'cover' },
    '& > img, & > svg': { gridArea: '1 / 1' },
    '& > img[data-blur]': { filter: 'blur(12px)', transform: 'scale(1.15)' },
    '& > svg': { position: 'relative' },
  }),
};
const [FLATTEST, TALLEST] = [4 / 3, 3 / 4];

/** Preview of a paid message before it is bought: its first picture, blurred by the server, with a lock. */
export const LockedPreview = ({ row }: { readonly row: MessageRow }) => {
  const paid = paidIn(row.payload);
  if (!paid) return null;
  const [first] = 'items' in paid ? paid.items : [paid];
  const shape = first ? Math.min(FLATTEST, Math.max(TALLEST, first.w / Math.max(1, first.h))) : 1;
  return (
    <div css={styles.root} style={{ aspectRatio: shape }}>
      {first && blurSrc(first.blur) !== '' ? <img data-blur src={blurSrc(first.blur)} alt="" /> : null}
      <Lock size={32} aria-hidden="true" />
    </div>
  );
};
