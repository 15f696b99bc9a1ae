import { css } from '@emotion/react';
import { CircleCheckBig, Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { config as brand } from '#brand/config.ts';
import { HOME } from '../../../paths.ts';
import { Button, buttonStyle } from '../../../ui/input/button.tsx';
import { Mark } from '../../../ui/mark/mark.tsx';
import { color, size, space, wide } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'grid',
    justifyItems: 'center',
    gap: space(3),
    paddingBlock: space(8),
    paddingInline: space(5),
    textAlign: 'center',
    borderRadius: '24px',
    backgroundColor: color.surface,
    backgroundImage: `radial-gradient(80% 90% at 50% 0%, ${color.aurora1}, transparent), radial-gradient(70% 80% at 0% 100%, ${color.aurora2}, transparent)`,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
    [wide]: { paddingBlock: space(12) },
  }),
  sign: css({
    display: 'grid',
    placeItems: 'center',
    inlineSize: '104px',
    blockSize: '104px',
    borderRadius: '26px',
    backgroundColor: color.raised,
    boxShadow: `0 20px 48px ${color.shadow}, inset 0 0 0 1px ${color.line}`,
  }),
  headline: css({ fontSize: size.display, letterSpacing: '-0.03em', marginBlockStart: space(2) }),
  lead: css({ color: color.soft, maxInlineSize: '44ch', textWrap: 'pretty', marginBlockEnd: space(2) }),
  done: css({ display: 'flex', alignItems: 'center', gap: space(2), color: color.online, fontWeight: 650 }),
  note: css({ fontSize: size.xs, color: color.soft }),
};

type Props = {
  readonly state: 'installed' | 'ready' | 'manual';
  readonly onInstall: () => void;
  readonly onShowHow?: (() => void) | undefined;
  /** Set in the download panel, inside the app: the link that opens the app is omitted. */
  readonly isInside?: true;
};

/**
 * Promotes the installation of the app, with a button that installs it where the browser can; otherwise one that explains how, if
 * `onShowHow` is given. Says so if the app is installed.
 */
export const InstallCard = ({ state, onInstall, onShowHow, isInside }: Props) => {
  const { t } = useTranslation('download');
  return (
    <section css={styles.root} aria-label={brand.name}>
      <span css={styles.sign}>
        <Mark size={60} />
      </span>
      <h2 css={styles.headline}>{t('headline')}</h2>
      <p css={styles.lead}>{t('lead')}</p>
      {state === 'ready' ? (
        <Button variant="primary" onClick={onInstall}>
          <Download size={20} />
          {t('install')}
        </Button>
      ) : null}
      {state === 'manual' && onShowHow ? (
        // `takePrerendered` removes this button from the prerendered page on a computer.
        <Button variant="primary" onClick={onShowHow} data-handheld>
          {t('guide.how')}
        </Button>
      ) : null}
      {state === 'installed' ? (
        <>
          <p css={styles.done}>
            <CircleCheckBig size={20} />
            {t('installed')}
          </p>
          <p css={styles.note}>{t('installedText')}</p>
        </>
      ) : null}
      {isInside ? null : (
        <Link href={HOME} css={buttonStyle} data-look="quiet">
          {t('open')}
        </Link>
      )}
    </section>
  );
};
