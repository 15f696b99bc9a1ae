import { css } from '@emotion/react';
import {
  EllipsisVertical,
  MonitorDown,
  PlusSquare,
  Share,
  SquareCheckBig,
  SquareMenu,
  TabletSmartphone,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '../../../data/platform.ts';
import { accent, color, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'grid',
    gap: space(4),
    alignContent: 'start',
    padding: space(5),
    borderRadius: radius.card,
    backgroundColor: color.surface,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
  }),
  title: css({ fontSize: size.md }),
  list: css({ display: 'grid', gap: space(3) }),
  step: css({ display: 'flex', alignItems: 'center', gap: space(3) }),
  picture: css({
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    inlineSize: '52px',
    blockSize: '52px',
    borderRadius: '14px',
    backgroundColor: color.raised,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
    color: color.accentText,
  }),
  number: css({
    position: 'absolute',
    insetBlockStart: '-6px',
    insetInlineStart: '-6px',
    display: 'grid',
    placeItems: 'center',
    inlineSize: '20px',
    blockSize: '20px',
    borderRadius: radius.pill,
    backgroundImage: accent,
    color: color.onAccent,
    fontSize: '0.75rem',
    fontWeight: 700,
    lineHeight: 1,
  }),
};

type Step = { readonly words: string; readonly picture: ReactNode };

const Steps = ({ title, steps }: { readonly title: string; readonly steps: readonly Step[] }) => (
  <section css={styles.root} aria-label={title}>
    <h2 css={styles.title}>{title}</h2>
    <ol css={styles.list}>
      {steps.map(({ words, picture }, index) => (
        <li key={words} css={styles.step}>
          <span css={styles.picture} aria-hidden="true">
            {picture}
            <span css={styles.number}>{index + 1}</span>
          </span>
          {words}
        </li>
      ))}
    </ol>
  </section>
);

const ICON = 24;

const DEVICES: readonly Device[] = ['ios', 'android', 'computer'];

/** Installation steps in the browser's menu, by kind of device. Names of operating systems are not translated. */
export const InstallSteps = ({ devices = DEVICES }: { readonly devices?: readonly Device[] }) => {
  const { t } = useTranslation('download');
  const stepsOf: Readonly<Record<Device, { readonly title: string; readonly steps: readonly Step[] }>> = {
    ios: {
      title: 'iPhone, iPad',
      steps: [
        { words: t('ios1'), picture: <Share size={ICON} /> },
        { words: t('ios2'), picture: <PlusSquare size={ICON} /> },
        { words: t('ios3'), picture: <SquareCheckBig size={ICON} /> },
      ],
    },
    android: {
      title: 'Android',
      steps: [
        { words: t('android1'), picture: <EllipsisVertical size={ICON} /> },
        { words: t('android2'), picture: <TabletSmartphone size={ICON} /> },
      ],
    },
    computer: {
      title: t('computer'),
      steps: [
        { words: t('desktop1'), picture: <MonitorDown size={ICON} /> },
        { words: t('desktop2'), picture: <SquareMenu size={ICON} /> },
      ],
    },
  };
  return devices.map((device) => <Steps key={device} {...stepsOf[device]} />);
};
