import { EllipsisVertical } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { activateNewBuild, isOutdated } from '../../core/new-build.ts';
import { reportUnloaded } from '../feedback/report.ts';
import { showToast } from '../feedback/toast.ts';
import { IconButton } from '../input/icon-button.tsx';
import { pressedKey } from '../keys.ts';
import { Lazy, partOf } from '../lazy.tsx';
import { whenQuiet } from '../quiet.ts';
import type { MenuPress, MenuProps } from './menu-action.ts';

const openedMenu = partOf(() => import('./opened-menu.tsx'));

/**
 * Menu button with three dots. Until the first press it is a plain button: the widget library is prefetched when the
 * page is idle, or loaded by the press, which is then repeated on the library's trigger. A toast reports a failed
 * load.
 */
export const Menu = (props: MenuProps) => {
  const { t } = useTranslation();
  const [press, setPress] = useState<MenuPress>();
  const [ready, setReady] = useState(false);
  useEffect(() => whenQuiet(openedMenu.prepare), []);
  useEffect(() => {
    if (!press) return;
    openedMenu.load().then(
      () => setReady(true),
      () => {
        setPress(undefined);
        if (isOutdated()) reportUnloaded();
        else showToast(t('notLoaded.toast'), 'bad', { label: t('crashed.reload'), run: activateNewBuild });
      },
    );
  }, [press, t]);
  if (press && ready) return <Lazy part={openedMenu} with={{ ...props, first: press }} />;
  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    event.preventDefault();
    setPress(key);
  };
  return (
    <IconButton
      label={props.label}
      {...(props.variant ? { variant: props.variant } : {})}
      aria-haspopup="menu"
      aria-expanded="false"
      onClick={() => setPress('click')}
      onKeyDown={onKeyDown}
    >
      <EllipsisVertical size={20} />
    </IconButton>
  );
};
