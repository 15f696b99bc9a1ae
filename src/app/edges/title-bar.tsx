import { css } from '@emotion/react';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { config as brand } from '#brand/config.ts';
import { Mark } from '../../ui/mark/mark.tsx';
import { color, depth, size, space } from '../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'none',
    '@media (display-mode: window-controls-overlay)': {
      // Physical coordinates: the title bar area is given from the left in every writing direction.
      position: 'fixed',
      left: 'env(titlebar-area-x, 0px)',
      top: 'env(titlebar-area-y, 0px)',
      width: 'env(titlebar-area-width, 100%)',
      height: 'env(titlebar-area-height, 0px)',
      zIndex: depth.head,
      overflow: 'hidden',
      display: 'flex',
      alignItems: 'center',
      gap: space(2),
      paddingInline: space(2),
      fontSize: size.xs,
      fontWeight: 600,
      color: color.soft,
      userSelect: 'none',
      // The user can drag the window by this area.
      appRegion: 'drag',
    },
  }),
  back: css({
    display: 'grid',
    placeItems: 'center',
    inlineSize: '32px',
    blockSize: '28px',
    borderRadius: '8px',
    appRegion: 'no-drag',
    '&:hover': { backgroundColor: color.hover },
    '&:focus-visible': { outlineOffset: '-2px' },
    '& svg': { '[dir="rtl"] &': { transform: 'scaleX(-1)' } },
  }),
};

/** Title bar of an installed desktop app with the Window Controls Overlay. */
export const TitleBar = () => {
  const { t } = useTranslation();
  return (
    <div css={styles.root} data-title-bar="">
      <button type="button" css={styles.back} aria-label={t('back')} onClick={() => history.back()}>
        <ArrowLeft size={18} />
      </button>
      <Mark size={18} />
      <bdi>{brand.name}</bdi>
    </div>
  );
};
