import { css } from '@emotion/react';
import { EyeOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { core } from '../../../../core/core.ts';
import { Button } from '../../../../ui/input/button.tsx';
import { motion, portrait, size, space } from '../../../../ui/style/tokens.ts';
import { revealPicture } from '../media/local-media.ts';
import { useMedia } from '../media/use-call-media.ts';

const styles = {
  root: css({
    inlineSize: 'min(100%, 440px)',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'end',
    gap: space(3),
    padding: space(3),
    paddingInlineStart: space(4),
    borderRadius: '22px',
    backgroundColor: portrait.glassHover,
    boxShadow: `inset 0 0 0 1px ${portrait.rim}`,
    animation: `rise ${motion.slow} ${motion.ease}`,
  }),
  words: css({
    flex: '1 1 180px',
    minInlineSize: 0,
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    fontSize: size.xs,
    fontWeight: 600,
    textWrap: 'pretty',
    overflowWrap: 'anywhere',
    '& svg': { flexShrink: 0 },
  }),
};

type Props = { readonly name: string };

/**
 * In a random match whose pictures are still blurred: reveals the own picture, which is sent sharp once the peer has revealed theirs, or
 * skips the peer.
 */
export const RevealOffer = ({ name }: Props) => {
  const { t } = useTranslation('call');
  const { revealed, peerRevealed } = useMedia();
  return (
    <section css={styles.root} aria-label={t('reveal.action')}>
      <p css={styles.words} role="status">
        <EyeOff size={22} aria-hidden="true" />
        {revealed ? t('reveal.waiting', { name }) : t(peerRevealed ? 'reveal.peer' : 'reveal.blurred', { name })}
      </p>
      <Button small onClick={() => void core.hangUp()}>
        {t('reveal.skip')}
      </Button>
      {revealed ? null : (
        <Button variant="primary" small onClick={revealPicture}>
          {t('reveal.action')}
        </Button>
      )}
    </section>
  );
};
