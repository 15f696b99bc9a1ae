import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import type { StoryItem } from '#contract/discovery/stories.ts';
import { Avatar } from '../../../person/avatar.tsx';
import { splitName } from '../../../person/split-name.ts';
import { openPanel } from '../../../ui/dialog/panel.ts';
import { Hidden } from '../../../ui/style/hidden.tsx';
import { accent, color, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  row: css({
    display: 'flex',
    gap: space(3),
    overflowX: 'auto',
    overscrollBehaviorInline: 'contain',
    scrollbarWidth: 'none',
    marginInline: 'calc(-1 * var(--page-edge))',
    paddingInline: 'var(--page-edge)',
    paddingBlockEnd: space(3),
    '&::-webkit-scrollbar': { display: 'none' },
  }),
  ring: css({
    display: 'grid',
    justifyItems: 'center',
    gap: space(1),
    inlineSize: '76px',
    fontSize: size.xs,
    '&:focus-visible': { outlineOffset: '-2px' },
  }),
  picture: css({
    display: 'grid',
    padding: '3px',
    borderRadius: '50%',
    backgroundImage: accent,
    '&[data-seen]': { backgroundImage: 'none', boxShadow: `inset 0 0 0 2px ${color.edge}` },
    '& > *': { boxShadow: `0 0 0 2px ${color.ground}`, borderRadius: '50%' },
  }),
  name: css({ maxInlineSize: '100%', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }),
};

/** Row of recorded stories with their hosts' pictures. A story that was seen to its end has no coloured ring. */
const StoryRings = ({ stories }: { readonly stories: readonly StoryItem[] }) => {
  const { t } = useTranslation('wall');
  return (
    <section aria-label={t('story.list')}>
      <ul css={styles.row}>
        {stories.map(({ storyId, anchor: { uid, nickName }, cover, seenStep, steps }) => (
          <li key={storyId}>
            <button type="button" css={styles.ring} onClick={() => openPanel('story', { storyId })}>
              <Hidden>{t('story.open', { name: nickName })}</Hidden>
              <span
                css={styles.picture}
                aria-hidden="true"
                data-seen={seenStep >= (steps.at(-1)?.step ?? 0) || undefined}
              >
                <Avatar uid={uid} name={nickName} src={cover} size="medium" />
              </span>
              <span css={styles.name} aria-hidden="true">
                <bdi>{splitName(nickName).own}</bdi>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
export default StoryRings;
