import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { useWords } from '../../../i18n/more.ts';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/input/button.tsx';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(3), padding: space(5), paddingBlockStart: 0, overflowY: 'auto' }),
  text: css({ color: color.soft }),
  host: css({ fontSize: size.lg, fontWeight: 650, overflowWrap: 'anywhere' }),
  address: css({
    padding: space(3),
    maxBlockSize: '30dvh',
    overflowY: 'auto',
    borderRadius: radius.field,
    backgroundColor: color.raised,
    fontSize: size.xs,
    overflowWrap: 'anywhere',
  }),
};

type Props = { readonly url: string; readonly onClose: () => void };

/** Shows the host and the whole address of a link, as the browser parses them, before it is opened in a new tab. */
const LinkSheet = ({ url, onClose }: Props) => {
  const ready = useWords('around');
  const { t } = useTranslation('around');
  if (!ready) return null;
  const { host, href } = new URL(url);
  const open = () => {
    onClose();
    window.open(href, '_blank', 'noopener,noreferrer');
  };
  const copy = () =>
    navigator.clipboard.writeText(href).then(
      () => showToast(t('menu.copied'), 'good'),
      () => {},
    );
  return (
    <Sheet open onClose={onClose} title={t('link.title')}>
      <div css={styles.root}>
        <p css={styles.text}>{t('link.text')}</p>
        <p css={styles.host} dir="ltr">
          {host}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <p css={styles.address} dir="ltr" tabIndex={0}>
          {href}
        </p>
        <Button variant="primary" wide onClick={open}>
          {t('link.open')}
        </Button>
        <Button wide onClick={() => void copy()}>
          {t('link.copy')}
        </Button>
      </div>
    </Sheet>
  );
};
export default LinkSheet;
