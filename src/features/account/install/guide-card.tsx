import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Mark } from '../../../ui/mark.tsx';
import { openPanel } from '../../../ui/panel.ts';
import { color, depth, motion, radius, size, space, wide } from '../../../ui/tokens.ts';
import { type InstallState, install } from './offer.ts';

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
  text: css({ fontSize: size.xs, color: color.soft }),
  actions: css({ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: space(2), justifyContent: 'end' }),
};

type Props = { readonly state: InstallState; readonly onDismiss: () => void };

/** Describes the benefits of installing, with a link to the instructions. */
const GuideCard = ({ state, onDismiss }: Props) => {
  const { t } = useTranslation('download');
  const showHow = () => {
    onDismiss();
    openPanel('download', {});
  };
  return (
    <aside css={styles.root} aria-label={t('guide.title')}>
      <Mark size={36} />
      <div>
        <h2 css={styles.title}>{t('guide.title')}</h2>
        <p css={styles.text}>{t('guide.text')}</p>
      </div>
      <div css={styles.actions}>
        <Button look="quiet" small onClick={onDismiss}>
          {t('guide.no')}
        </Button>
        {state === 'ready' ? (
          <Button look="primary" small onClick={() => void install()}>
            {t('install')}
          </Button>
        ) : (
          <Button look="primary" small onClick={showHow}>
            {t('guide.how')}
          </Button>
        )}
      </div>
    </aside>
  );
};
export default GuideCard;
