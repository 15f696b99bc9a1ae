import { css } from '@emotion/react';
import { BellRing } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useWords } from '../../../i18n/more.ts';
import { Button } from '../../../ui/button.tsx';
import { IconTile } from '../../../ui/icon-tile.tsx';
import { color, depth, motion, radius, size, space, wide } from '../../../ui/tokens.ts';

const styles = {
  root: css({
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    alignItems: 'center',
    gap: space(3),
    margin: space(3),
    padding: space(4),
    borderRadius: radius.card,
    backgroundColor: color.raised,
    boxShadow: `0 12px 32px ${color.shadow}, inset 0 0 0 1px ${color.line}`,
    animation: `rise ${motion.slow} ${motion.ease}`,
    [wide]: {
      position: 'fixed',
      zIndex: depth.strip,
      insetBlockEnd: space(3),
      insetInlineEnd: space(3),
      inlineSize: '380px',
    },
  }),
  title: css({ fontSize: size.md }),
  text: css({ fontSize: size.xs, color: color.soft, textWrap: 'pretty' }),
  actions: css({ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: space(2), justifyContent: 'end' }),
};

type Props = { readonly onAccept: () => void; readonly onRefuse: () => void };

/** Asks before the browser does: its own question comes only after a tap here. */
export const OfferCard = ({ onAccept, onRefuse }: Props) => {
  const { t } = useTranslation(['notify', 'settings']);
  if (!useWords('notify')) return null;
  return (
    <aside css={styles.root} aria-label={t('notify:offer')}>
      <IconTile tone={9}>
        <BellRing size={18} />
      </IconTile>
      <div>
        <h2 css={styles.title}>{t('notify:offer')}</h2>
        <p css={styles.text}>{t('notify:offerText')}</p>
      </div>
      <div css={styles.actions}>
        <Button look="quiet" small onClick={onRefuse}>
          {t('notify:offerNo')}
        </Button>
        <Button look="primary" small onClick={onAccept}>
          {t('settings:notify.ask')}
        </Button>
      </div>
    </aside>
  );
};
