import { css } from '@emotion/react';
import { radius, space } from '../ui/style/tokens.ts';
import { splitName } from './split-name.ts';

const styles = {
  root: css({
    display: 'inline-flex',
    alignItems: 'center',
    gap: space(1.5),
    maxInlineSize: '100%',
    verticalAlign: 'bottom',
  }),
  name: css({ minInlineSize: 0, overflow: 'hidden', textOverflow: 'ellipsis' }),
  badge: css({
    flexShrink: 0,
    paddingInline: space(1.5),
    borderRadius: radius.pill,
    fontSize: '0.6875rem',
    fontWeight: 600,
    lineHeight: 1.5,
    letterSpacing: 0,
    backgroundColor: 'color-mix(in srgb, currentColor 16%, transparent)',
    '& > i': { fontSize: 0 },
  }),
};

/** Name of a person, isolated by direction. The mark of a demo account is a badge that stays whole when the name is cut. */
export const PersonName = ({ name }: { readonly name: string }) => {
  const { own, mark } = splitName(name);
  if (mark === '') return <bdi>{name}</bdi>;
  return (
    <bdi css={styles.root}>
      <span css={styles.name}>{own}</span>
      <small css={styles.badge}>
        {' '}
        <i>(</i>
        {mark}
        <i>)</i>
      </small>
    </bdi>
  );
};
