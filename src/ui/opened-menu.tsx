import { Menu as Base } from '@base-ui/react/menu';
import { css } from '@emotion/react';
import { EllipsisVertical } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import type { MenuPress, MenuProps } from './menu-action.ts';
import { useOverlay } from './overlay.ts';
import { color, depth, motion, radius, space } from './tokens.ts';

const styles = {
  positioner: css({ zIndex: depth.menu, outline: 'none' }),
  popup: css({
    minInlineSize: '220px',
    maxInlineSize: 'min(320px, 100vw - 32px)',
    padding: space(1.5),
    borderRadius: radius.card,
    backgroundColor: color.raised,
    color: color.text,
    boxShadow: `0 16px 48px ${color.shadow}, inset 0 0 0 1px ${color.line}`,
    transformOrigin: 'var(--transform-origin)',
    transition: `transform ${motion.quick} ${motion.ease}, opacity ${motion.quick} ${motion.ease}`,
    '&:focus-visible': { outline: 'none' },
    '&[data-starting-style], &[data-ending-style]': { opacity: 0, transform: 'scale(0.96)' },
  }),
  item: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '44px',
    paddingInline: space(3),
    borderRadius: '10px',
    cursor: 'pointer',
    outline: 'none',
    fontWeight: 550,
    '& svg': { color: color.soft },
    '&[data-highlighted]': { backgroundColor: color.hover },
    '&[data-danger]': { color: color.danger, '& svg': { color: color.danger } },
    '&[data-disabled]': { opacity: 0.5, cursor: 'default' },
  }),
};

type Props = MenuProps & {
  /** The press that asked for the menu before it was there: its trigger is pressed once more. */
  readonly first: MenuPress;
};

function repeat(press: MenuPress, trigger: HTMLElement): void {
  trigger.focus();
  if (press === 'click') trigger.click();
  else trigger.dispatchEvent(new KeyboardEvent('keydown', { key: press, bubbles: true, cancelable: true }));
}

/** The menu with the widget library behind it. */
const OpenedMenu = ({ label, look = 'bare', actions, first }: Props) => {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  useOverlay(open);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the press that brought it here
  useLayoutEffect(() => {
    if (trigger.current) repeat(first, trigger.current);
  }, []);
  return (
    <Base.Root modal={false} open={open} onOpenChange={setOpen}>
      <Base.Trigger ref={trigger} render={<IconButton label={label} look={look} />}>
        <EllipsisVertical size={20} />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner css={styles.positioner} align="end" sideOffset={6} collisionPadding={12}>
          <Base.Popup css={styles.popup}>
            {actions.map(({ key, label: words, icon, danger = false, disabled = false, run }) => (
              <Base.Item
                key={key}
                css={styles.item}
                data-danger={danger || undefined}
                disabled={disabled}
                onClick={run}
              >
                {icon}
                {words}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
};
export default OpenedMenu;
